package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.Response;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * Scans a space: a node lists names that a majority may hold something of, then each is read, which
 * says whether it is there. Thread-safe.
 *
 * @param <T> what is told of a name that is there
 */
final class KeyScan<T> {
    /** So many names are read at once while it is not known how much they bring. */
    private static final int TOGETHER_FIRST = 16;

    private static final int TOGETHER_MAX = Batch.WINDOW;

    /** Reads names. */
    @FunctionalInterface
    interface Reading<T> {
        /**
         * Reads one; empty if nothing is there.
         *
         * @param runner the way to the cluster
         * @param budgetNanos how long it may take
         * @param size told how many bytes it brings
         */
        CompletableFuture<Optional<T>> start(
                CallRunner runner, byte[] name, long budgetNanos, IntConsumer size);
    }

    private final CallRunner runner;
    private final SpaceInfo space;
    private final CallOptions options;
    private final Reading<T> reading;

    KeyScan(CallRunner runner, SpaceInfo space, CallOptions options, Reading<T> reading) {
        this.runner = runner;
        this.space = space;
        this.options = options;
        this.reading = reading;
    }

    /** The whole of it. */
    Scan<T> all(byte[] prefix) {
        byte[] copy = prefix.clone();
        return Scan.ofSlices(page -> page(copy, page), this::page);
    }

    /** The first page. */
    Slice<T> page(byte[] prefix, Page page) {
        return await(fetch(runner.waitedFor(), KeyPlace.first(prefix), prefix.clone(), page));
    }

    CompletableFuture<Slice<T>> pageAsync(byte[] prefix, Page page) {
        return fetch(runner, KeyPlace.first(prefix), prefix.clone(), page);
    }

    /** The page where an earlier one has ended. */
    Slice<T> page(Cursor from, Page page) {
        byte[] prefix = prefixOf(from);
        return await(fetch(runner.waitedFor(), KeyPlace.of(from, prefix), prefix, page));
    }

    CompletableFuture<Slice<T>> pageAsync(Cursor from, Page page) {
        byte[] prefix = prefixOf(from);
        return fetch(runner, KeyPlace.of(from, prefix), prefix, page);
    }

    private static byte[] prefixOf(Cursor cursor) {
        byte[] prefix = cursor.to();
        return prefix == null ? new byte[0] : prefix;
    }

    private Slice<T> await(CompletableFuture<Slice<T>> page) {
        return runner.await(page, runner.budgetNanos(options), "scan");
    }

    private CompletableFuture<Slice<T>> fetch(
            CallRunner with, KeyPlace place, byte[] prefix, Page page) {
        long deadlineNanos = System.nanoTime() + runner.budgetNanos(options);
        return fetch(with, place, prefix, page, deadlineNanos);
    }

    private CompletableFuture<Slice<T>> fetch(
            CallRunner with, KeyPlace place, byte[] prefix, Page page, long deadlineNanos) {
        return with.callAsync(
                        new Operation.ListKeys(space, place, prefix, page.elements()),
                        deadlineNanos - System.nanoTime(),
                        response -> (Response.KeysListed) response)
                .thenCompose(listed -> new Found(with, listed, prefix, page, deadlineNanos).next());
    }

    /** Names of a page, of which some were read. */
    private final class Found {
        private final CallRunner with;
        private final List<byte[]> names;
        private final KeyPlace afterAll;
        private final byte[] prefix;
        private final Page page;
        private final long deadlineNanos;
        private final List<T> elements = new ArrayList<>();
        private final AtomicLong bytes = new AtomicLong();
        private int read;

        Found(
                CallRunner with,
                Response.KeysListed listed,
                byte[] prefix,
                Page page,
                long deadlineNanos) {
            this.with = with;
            this.names = listed.keys();
            this.afterAll = new KeyPlace(listed.nextPlace(), listed.nextFrom());
            this.prefix = prefix;
            this.page = page;
            this.deadlineNanos = deadlineNanos;
        }

        /** Reads some more, until all are read or the page is full. */
        CompletableFuture<Slice<T>> next() {
            if (read == names.size() || bytes.get() >= page.bytes()) {
                return end();
            }
            List<byte[]> some = names.subList(read, Math.min(names.size(), read + together()));
            return new Batch<byte[], Optional<T>>(
                            some, deadlineNanos - System.nanoTime(), this::start)
                    .start()
                    .thenCompose(results -> take(some, results));
        }

        /** As many as fit into the page, if the others are like those before. */
        private int together() {
            if (read == 0) {
                return TOGETHER_FIRST;
            }
            long each = Math.max(1, bytes.get() / read);
            long left = (page.bytes() - bytes.get()) / each;
            return (int) Math.min(Math.max(left, 1), TOGETHER_MAX);
        }

        private CompletableFuture<Optional<T>> start(
                byte[] name, long budgetNanos, IntConsumer size) {
            return reading.start(
                    with,
                    name,
                    budgetNanos,
                    count -> {
                        size.accept(count);
                        long unused = bytes.addAndGet(count);
                    });
        }

        private CompletableFuture<Slice<T>> take(
                List<byte[]> some, Map<byte[], KeyResult<Optional<T>>> results) {
            for (byte[] name : some) {
                Objects.requireNonNull(results.get(name)).orThrow().ifPresent(elements::add);
            }
            read += some.size();
            return next();
        }

        /** A page with nothing on it is shown only where half of the time is gone. */
        private CompletableFuture<Slice<T>> end() {
            KeyPlace rest = read == names.size() ? afterAll : KeyPlace.of(names.get(read));
            boolean isEnd = rest.isEnd(prefix);
            long leftNanos = deadlineNanos - System.nanoTime();
            if (elements.isEmpty() && !isEnd && leftNanos > runner.budgetNanos(options) / 2) {
                return fetch(with, rest, prefix, page, deadlineNanos);
            }
            return CompletableFuture.completedFuture(
                    new Slice<>(
                            elements, isEnd ? Optional.empty() : Optional.of(rest.cursor(prefix))));
        }
    }
}
