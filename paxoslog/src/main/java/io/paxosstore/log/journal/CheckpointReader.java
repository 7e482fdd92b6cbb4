package io.paxosstore.log.journal;

import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.VarintReader;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;

/** Reads a checkpoint: first all of it to check it, then again to load it. */
final class CheckpointReader {
    /** No checkpoint that counts. */
    static final long NONE = -1;

    private CheckpointReader() {}

    /**
     * Checks the whole file.
     *
     * @return its position; {@link #NONE} when it is damaged, or the disk does not give it
     * @throws IOException if it cannot be opened
     */
    static long check(FileSystem fs, Path file, UUID store) throws IOException {
        return read(fs, file, store, null);
    }

    /** Loads a checkpoint that was checked. */
    static void load(FileSystem fs, Path file, UUID store, CheckpointFormat.Loader loader)
            throws IOException {
        if (read(fs, file, store, loader) == NONE) {
            throw new IOException(file + " changed while it was read");
        }
    }

    private static long read(
            FileSystem fs, Path file, UUID store, CheckpointFormat.@Nullable Loader loader)
            throws IOException {
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            return read(handle, store, loader);
        }
    }

    private static long read(
            FileHandle handle, UUID store, CheckpointFormat.@Nullable Loader loader) {
        try {
            byte[] header = new byte[CheckpointFormat.HEADER_BYTES];
            fill(handle, header, header.length, 0);
            long position = CheckpointFormat.position(header, store);
            if (position < 0) {
                return NONE;
            }
            return readBlocks(handle, CheckpointFormat.isTenured(header), loader) ? position : NONE;
        } catch (IOException e) { // no worse than damage: all that counts is in the segments
            return NONE;
        }
    }

    private static boolean readBlocks(
            FileHandle handle, boolean tenured, CheckpointFormat.@Nullable Loader loader)
            throws IOException {
        byte[] header = new byte[CheckpointFormat.BLOCK_HEADER_BYTES];
        byte[] content = new byte[CheckpointTask.BLOCK_BYTES];
        long size = handle.size();
        long at = CheckpointFormat.HEADER_BYTES;
        long entities = 0;
        while (true) {
            fill(handle, header, header.length, at);
            at += header.length;
            int word = VarintReader.getInt(header, 0);
            int length = word & ~CheckpointFormat.END_FLAG;
            if (length > size - at) {
                return false;
            }
            if (content.length < length) {
                content = new byte[length];
            }
            fill(handle, content, length, at);
            at += length;
            if (!CheckpointFormat.isIntact(header, content, length)) {
                return false;
            }
            if (word < 0) {
                return length == Long.BYTES && VarintReader.getLong(content, 0) == entities;
            }
            int count = CheckpointFormat.decode(content, length, tenured, loader);
            if (count < 0) {
                return false;
            }
            entities += count;
        }
    }

    private static void fill(FileHandle handle, byte[] target, int length, long at)
            throws IOException {
        if (!handle.fill(ByteBuffer.wrap(target, 0, length), at)) {
            throw new EOFException();
        }
    }
}
