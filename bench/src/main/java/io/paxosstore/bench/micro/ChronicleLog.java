package io.paxosstore.bench.micro;

import io.paxosstore.log.record.RecordFormat;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.SyncMode;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Chronicle Queue, with {@code SyncMode.SYNC} and an explicit sync. Its time provider is a counter
 * of files, by which it rolls by size.
 *
 * <p>For comparison only: its {@code sync()} is an msync of the mapped block in which the last
 * excerpt ends, so that of a write across two blocks the first part is not synced; and an msync
 * that fails is logged, not thrown (Rule D4). docs/performance.md has what was measured.
 */
final class ChronicleLog implements BenchmarkLog {
    private static final int FILE_BYTES = 256 << 20;
    private static final int BLOCK_BYTES = 64 << 20;
    private static final int CYCLE_MILLIS = 86_400_000;

    private final Path directory;
    private final boolean perRecord;
    private final ChronicleQueue queue;
    private final ExcerptAppender appender;
    private long fileCount;
    private long bytes;

    /**
     * Opens a queue.
     *
     * @param perRecord whether each record is an excerpt, or each write
     */
    ChronicleLog(Path directory, boolean perRecord) {
        this.directory = directory;
        this.perRecord = perRecord;
        queue =
                SingleChronicleQueueBuilder.binary(directory)
                        .syncMode(SyncMode.SYNC)
                        .blockSize(BLOCK_BYTES)
                        .timeProvider(() -> fileCount * CYCLE_MILLIS)
                        .build();
        appender = queue.createAppender();
    }

    @Override
    public void append(ByteBuffer records, int count) {
        RecordFormat.place(records, fileCount, (int) bytes, true);
        bytes += records.remaining();
        int perExcerpt = perRecord ? records.remaining() / count : records.remaining();
        for (int at = 0; at < records.limit(); at += perExcerpt) {
            ByteBuffer excerpt = records.slice(at, perExcerpt);
            try (DocumentContext document = appender.writingDocument()) {
                document.wire().bytes().writeSome(excerpt);
            }
        }
        if (bytes >= FILE_BYTES) {
            roll();
        }
    }

    private void roll() {
        appender.sync();
        bytes = 0;
        fileCount++;
        // Otherwise the disk fills up during a measurement; the last two stay.
        try (var files = Files.list(directory)) {
            var old = files.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
            for (int i = 0; i < old.size() - 2; i++) {
                Files.delete(old.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads all excerpts, from the first. */
    long scan(Consumer<byte[]> visitor) {
        long count = 0;
        try (ExcerptTailer tailer = queue.createTailer()) {
            while (true) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return count;
                    }
                    Bytes<?> in = document.wire().bytes();
                    byte[] excerpt = new byte[(int) in.readRemaining()];
                    in.read(excerpt);
                    visitor.accept(excerpt);
                    count++;
                }
            }
        }
    }

    @Override
    public void sync() {
        appender.sync();
    }

    @Override
    public void close() {
        appender.close();
        queue.close();
    }
}
