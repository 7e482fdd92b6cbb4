package io.paxosstore.log.segment;

import io.paxosstore.log.fs.FileHandle;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A part of a file in memory that moves along with who reads it. Not thread-safe. */
public final class FileWindow {
    /** The size of a window, of a file that is larger. */
    static final int BYTES = 1 << 20;

    /** Where the bytes come from. */
    @FunctionalInterface
    interface Source {
        /** See {@link FileHandle#fill}. */
        boolean fill(ByteBuffer target, long position) throws IOException;
    }

    private final Source source;
    private final int size;
    private byte[] bytes;
    private int start;
    private int filled;

    /**
     * Opens a window on the bytes from 0 to {@code size}.
     *
     * @param size at most the file's size
     */
    public FileWindow(FileHandle handle, int size) {
        this(handle::fill, size, new byte[Math.min(BYTES, size)]);
    }

    /**
     * Opens a window on the bytes from 0 to {@code size}.
     *
     * @param size at most the file's size
     * @param memory holds the bytes, unless more of them are wanted at once
     */
    FileWindow(Source source, int size, byte[] memory) {
        this.source = source;
        this.size = size;
        this.bytes = memory;
    }

    /** The bytes in memory; valid until the next {@link #at}. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the bytes in memory end, as an index. */
    public int limit() {
        return filled;
    }

    /**
     * Brings bytes into memory.
     *
     * @return the index of the byte at {@code offset}; {@code wanted} bytes follow, or as many as
     *     the file has
     */
    public int at(int offset, int wanted) throws IOException {
        int needed = Math.min(wanted, size - offset);
        if (offset < start || offset + needed > start + filled) {
            if (bytes.length < needed) {
                bytes = new byte[needed];
            }
            start = offset;
            filled = Math.min(bytes.length, size - offset);
            if (!source.fill(ByteBuffer.wrap(bytes, 0, filled), start)) {
                throw new IOException("file became shorter while it was read");
            }
        }
        return offset - start;
    }
}
