package io.paxosstore.redis.data;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Goes through the elements of an object, reading a page when it needs one. The object must not be
 * changed meanwhile. Not thread-safe.
 */
public final class Pages<E> implements Iterator<E> {
    private final Reader<E> reader;
    private Iterator<E> page = List.<E>of().iterator();
    private byte @Nullable [] next;

    /** Reads one page. */
    @FunctionalInterface
    public interface Reader<E> {
        /**
         * Reads the elements from here on, as many as come.
         *
         * @param from the first one wanted, whether it is there or not
         */
        Page<E> read(byte[] from);
    }

    /**
     * What was read.
     *
     * @param next where to go on; null if there is nothing more
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Page<E>(List<E> elements, byte @Nullable [] next) {}

    /** All pages that this reads, from the first element on. */
    public Pages(Reader<E> reader) {
        this(new byte[0], reader);
    }

    /** The pages that this reads, from this element on, whether it is there or not. */
    public Pages(byte[] from, Reader<E> reader) {
        this.next = from;
        this.reader = reader;
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && next != null) {
            Page<E> read = reader.read(next);
            page = read.elements().iterator();
            next = read.next();
        }
        return page.hasNext();
    }

    @Override
    public E next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return page.next();
    }
}
