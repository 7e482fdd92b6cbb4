package io.paxosstore.cli;

import io.paxosstore.cli.progress.Progress;
import io.paxosstore.cli.progress.ProgressLine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.MeteredFileSystem;
import io.paxosstore.lsm.entity.InspectionListener;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * How far the reading of a node's files is, at the terminal: first by their bytes, then by the
 * entities in them. For one thread.
 */
final class StoreProgress implements InspectionListener, AutoCloseable {
    private static final long MEBIBYTE = 1 << 20;

    private final ProgressLine line;
    private final PrintWriter out;
    private final long bytes;
    private long read;

    private StoreProgress(ProgressLine line, PrintWriter out, long bytes) {
        this.line = line;
        this.out = out;
        this.bytes = bytes;
    }

    /**
     * That of reading all files below a directory.
     *
     * @param out where the result goes
     */
    static StoreProgress of(Path directory, ProgressLine line, PrintWriter out) {
        try (Stream<Path> files = Files.walk(directory)) {
            return new StoreProgress(line, out, files.mapToLong(StoreProgress::size).sum());
        } catch (IOException | UncheckedIOException e) {
            return new StoreProgress(line, out, 0); // who reads it says what is wrong with it
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** The machine's files, of which is counted what is read. */
    FileSystem files() {
        return new MeteredFileSystem(FileSystem.real(), this::tableRead);
    }

    /** Where the result goes, which may be the same terminal. */
    PrintWriter out() {
        return new PrintWriter(new Erasing());
    }

    @Override
    public void tableRead(long count) {
        read += count;
        update("reading MiB", read / MEBIBYTE, bytes / MEBIBYTE);
    }

    @Override
    public void entityRead(long done, long about) {
        update("reading entities", done, about);
    }

    private void update(String what, long done, long total) {
        line.update(() -> {
            out.flush();
            return Progress.measured(what, done, total, line.spentNanos());
        });
    }

    @Override
    public void close() {
        line.close();
    }

    /** Takes the line away before anything is printed. */
    private final class Erasing extends Writer {
        @Override
        public void write(char[] characters, int from, int count) {
            line.close();
            out.write(characters, from, count);
        }

        @Override
        public void flush() {
            out.flush();
        }

        @Override
        public void close() {
            out.flush();
        }
    }
}
