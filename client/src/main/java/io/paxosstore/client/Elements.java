package io.paxosstore.client;

import io.paxosstore.client.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What an object holds, one after the other, asked for page by page when it is wanted: one page is
 * in memory at a time. Each page is a call of its own, with a deadline of its own, and shows one
 * version. Nothing is held open, so there is nothing to close. Not thread-safe.
 *
 * @param <T> an element
 */
final class Elements<T> implements Iterator<T> {
    /**
     * A page, and how to get the next.
     *
     * @param elements may be empty with more to come
     * @param next null at the end
     */
    private record Part<T>(List<T> elements, @Nullable Reader<T> next) {}

    @FunctionalInterface
    private interface Reader<T> {
        Part<T> read();
    }

    private @Nullable Reader<T> rest;
    private Iterator<T> page = Collections.emptyIterator();

    private Elements(Reader<T> all) {
        this.rest = all;
    }

    /**
     * Members, fields or rows.
     *
     * @param read the page at a place; null for the first one
     */
    static <T> Elements<T> ofSlices(Function<@Nullable Cursor, Slice<T>> read) {
        return new Elements<>(() -> slice(read, null));
    }

    private static <T> Part<T> slice(
            Function<@Nullable Cursor, Slice<T>> read, @Nullable Cursor from) {
        Slice<T> slice = read.apply(from);
        Cursor next = slice.next().orElse(null);
        return new Part<>(slice.elements(), next == null ? null : () -> slice(read, next));
    }

    /**
     * What has numbers.
     *
     * @param from the first number
     * @param elements of what was read
     * @param next the number after what was read; negative at the end
     */
    static <S, T> Elements<T> ofNumbered(
            long from,
            Function<Long, S> read,
            Function<S, List<T>> elements,
            Function<S, Long> next) {
        return new Elements<>(() -> numbered(from, read, elements, next));
    }

    private static <S, T> Part<T> numbered(
            long from,
            Function<Long, S> read,
            Function<S, List<T>> elements,
            Function<S, Long> next) {
        S part = read.apply(from);
        long number = next.apply(part);
        return new Part<>(
                elements.apply(part),
                number < 0 ? null : () -> numbered(number, read, elements, next));
    }

    /**
     * Objects.
     *
     * @param read the page at a name
     */
    static Elements<Result.Name> ofNames(Function<String, Result.Names> read) {
        return new Elements<>(() -> names(read, ""));
    }

    private static Part<Result.Name> names(Function<String, Result.Names> read, String from) {
        Result.Names names = read.apply(from);
        String next = names.next();
        return new Part<>(names.names(), next == null ? null : () -> names(read, next));
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext() && rest != null) {
            Part<T> part = rest.read();
            page = part.elements().iterator();
            rest = part.next();
        }
        return page.hasNext();
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException("There are no more elements.");
        }
        return page.next();
    }

    /** The same as a stream, sequential and in order. */
    Stream<T> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        this, Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }
}
