package io.paxosstore.log.fs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An open file. Reads may run in several threads at once; writes, {@link #force} and {@link
 * #truncate} come from one thread at a time. A thread that uses a handle must never be interrupted:
 * the JDK closes the file under all its users then.
 */
public interface FileHandle extends Closeable {
    /**
     * Reads into the rest of the buffer.
     *
     * @return how many bytes were read, which may be fewer than asked for; -1 at the end of file
     */
    int read(ByteBuffer target, long position) throws IOException;

    /**
     * Reads until the buffer is full.
     *
     * @param position of what comes first into the rest of the buffer
     * @return whether it is full; false if the file ends before
     */
    default boolean fill(ByteBuffer target, long position) throws IOException {
        long begin = position - target.position();
        while (target.hasRemaining()) {
            if (read(target, begin + target.position()) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes the rest of the first {@code count} buffers at a position, in one system call where
     * the platform can.
     *
     * @param count at most {@link #GATHER_MAX}
     * @throws IOException if anything failed or fewer bytes were written (Rule D4)
     */
    void write(ByteBuffer[] sources, int count, long position) throws IOException;

    /** Writes the rest of one buffer at a position, all of it or throws. */
    default void write(ByteBuffer source, long position) throws IOException {
        write(new ByteBuffer[] {source}, 1, position);
    }

    /** Makes the content and the size durable (fdatasync). Never retried after a failure. */
    void force() throws IOException;

    /** Cuts the file to a smaller size. */
    void truncate(long size) throws IOException;

    /** The file's size in bytes. */
    long size() throws IOException;

    /** The greatest number of buffers in one {@link #write}. */
    int GATHER_MAX = 512;
}
