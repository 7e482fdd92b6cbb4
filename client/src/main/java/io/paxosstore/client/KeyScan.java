package io.paxosstore.client;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.wire.ReadKey;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Scans a space: a node lists names that a majority may hold something of, and reads most of them
 * itself, if they are keys; each of the others is read, which says whether it is there.
 * Thread-safe.
 *
 * @param <T> what is told of a name that is there
 */
final class KeyScan<T> {
    /** What was fetched ahead is given out no later than so long after it was asked for. */
    private static final long AHEAD_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

    private final CallRunner runner;
    private final SpaceInfo space;
    private final CallOptions options;
    private final KeyReading<T> reading;

    /** Whether a node has answered that it reads no keys, as those of before do. */
    private volatile boolean isOfNames;

    KeyScan(CallRunner runner, SpaceInfo space, CallOptions options, KeyReading<T> reading) {
        this.runner = runner;
        this.space = space;
        this.options = options;
        this.reading = reading;
        this.isOfNames = !reading.isDone();
    }

    /** The whole of it. */
    Scan<T> all(byte[] prefix) {
        byte[] copy = prefix.clone();
        return new Scan<>(new PageSource(KeyPlace.first(copy), copy));
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
        return runner.await(
                page, runner.budgetNanos(options), () -> "scan in space \"" + space.name() + "\"");
    }

    /** The page at a place. For one thread at a time, unless it is the first one. */
    private final class PageSource implements Scan.Source<T> {
        private final KeyPlace place;
        private final byte[] prefix;
        private @Nullable CompletableFuture<Slice<T>> begun;
        private @Nullable Page begunPage;
        private long begunNanos;

        PageSource(KeyPlace place, byte[] prefix) {
            this.place = place;
            this.prefix = prefix;
        }

        @Override
        public void begin(Page page) {
            begun = KeyScan.this.fetch(runner.waitedFor(), place, prefix, page);
            begunPage = page;
            begunNanos = System.nanoTime();
        }

        @Override
        public Scan.Part<T> fetch(Page page) {
            long deadlineNanos = System.nanoTime() + runner.budgetNanos(options);
            CompletableFuture<Slice<T>> ahead = takeBegun(page);
            Slice<T> slice =
                    ahead == null
                            ? fetchUntil(deadlineNanos, page)
                            : awaitAhead(ahead, deadlineNanos, page);
            Cursor rest = slice.next().orElse(null);
            return new Scan.Part<>(
                    slice.elements(),
                    rest == null ? null : new PageSource(KeyPlace.of(rest, prefix), prefix));
        }

        /** What was begun, if it is of use: such a page, not too old, and not failed unawaited. */
        private @Nullable CompletableFuture<Slice<T>> takeBegun(Page page) {
            CompletableFuture<Slice<T>> ahead = begun;
            begun = null;
            boolean isOld = System.nanoTime() - begunNanos > AHEAD_NANOS_MAX;
            return ahead == null
                            || !page.equals(begunPage)
                            || isOld
                            || ahead.isCompletedExceptionally()
                    ? null
                    : ahead;
        }

        private Slice<T> fetchUntil(long deadlineNanos, Page page) {
            return await(
                    KeyScan.this.fetch(runner.waitedFor(), place, prefix, page, deadlineNanos));
        }

        /** Its deadline began before anybody waited for it: when it ends, some time is left. */
        private Slice<T> awaitAhead(
                CompletableFuture<Slice<T>> ahead, long deadlineNanos, Page page) {
            try {
                return await(ahead);
            } catch (NotDoneException e) {
                boolean isTimeLeft =
                        deadlineNanos - System.nanoTime() > CallOptions.DURATION_MIN.toNanos();
                if (e.reason() == NotDoneException.Reason.DEADLINE && isTimeLeft) {
                    return fetchUntil(deadlineNanos, page);
                }
                throw e;
            }
        }
    }

    private CompletableFuture<Slice<T>> fetch(
            CallRunner with, KeyPlace place, byte[] prefix, Page page) {
        long deadlineNanos = System.nanoTime() + runner.budgetNanos(options);
        return fetch(with, place, prefix, page, deadlineNanos);
    }

    private CompletableFuture<Slice<T>> fetch(
            CallRunner with, KeyPlace place, byte[] prefix, Page page, long deadlineNanos) {
        return list(with, place, prefix, page, deadlineNanos).thenCompose(Found::next);
    }

    private CompletableFuture<Found> list(
            CallRunner with, KeyPlace place, byte[] prefix, Page page, long deadlineNanos) {
        boolean isOfNamesNow = isOfNames;
        int valueBytes = isOfNamesNow ? 0 : page.bytes();
        return with.callAsync(
                        new Operation.ListKeys(space, place, prefix, page.elements(), valueBytes),
                        deadlineNanos - System.nanoTime(),
                        response -> found(with, response, prefix, page, deadlineNanos))
                .exceptionallyCompose(failure -> {
                    if (isOfNamesNow || !isRefused(failure)) {
                        return CompletableFuture.failedFuture(
                                Objects.requireNonNull(Failures.cause(failure)));
                    }
                    isOfNames = true;
                    return list(with, place, prefix, page, deadlineNanos);
                });
    }

    private static boolean isRefused(Throwable failure) {
        return Failures.cause(failure) instanceof NotDoneException notDone
                && notDone.reason() == NotDoneException.Reason.REFUSED;
    }

    private Found found(
            CallRunner with, Response response, byte[] prefix, Page page, long deadlineNanos) {
        if (response instanceof Response.KeysRead read) {
            KeyPlace rest = new KeyPlace(read.nextPlace(), read.nextFrom());
            return new Found(with, read.keys(), rest, prefix, page, deadlineNanos);
        }
        Response.KeysListed listed = (Response.KeysListed) response;
        KeyPlace rest = new KeyPlace(listed.nextPlace(), listed.nextFrom());
        List<ReadKey> names = listed.keys().stream().map(ReadKey::unread).toList();
        return new Found(with, names, rest, prefix, page, deadlineNanos);
    }

    /** Names of a page, of which some are read. */
    private final class Found {
        private final CallRunner with;
        private final List<ReadKey> names;
        private final KeyPlace afterAll;
        private final byte[] prefix;
        private final Page page;
        private final long deadlineNanos;
        private final List<T> elements = new ArrayList<>();
        private final Together together;
        private int read;

        Found(
                CallRunner with,
                List<ReadKey> names,
                KeyPlace afterAll,
                byte[] prefix,
                Page page,
                long deadlineNanos) {
            this.with = with;
            this.names = names;
            this.afterAll = afterAll;
            this.prefix = prefix;
            this.page = page;
            this.deadlineNanos = deadlineNanos;
            this.together = new Together(page.bytes());
        }

        /** Takes some more, until all are taken or the page is full. */
        CompletableFuture<Slice<T>> next() {
            if (read == names.size() || together.isFull()) {
                return end();
            }
            List<byte[]> unread = new ArrayList<>();
            int most = together.next();
            int until = read;
            while (until < names.size()
                    && (names.get(until).value() != null || unread.size() < most)) {
                ReadKey key = names.get(until);
                if (key.value() == null) {
                    unread.add(key.name());
                }
                until++;
            }
            List<ReadKey> some = names.subList(read, until);
            read = until;
            if (unread.isEmpty()) {
                return take(some, Map.of());
            }
            return new Batch<byte[], Optional<T>>(
                            unread, deadlineNanos - System.nanoTime(), this::start)
                    .start()
                    .thenCompose(results -> take(some, results));
        }

        private CompletableFuture<Optional<T>> start(
                byte[] name, long budgetNanos, IntConsumer size) {
            return reading.start(
                    with,
                    name,
                    budgetNanos,
                    count -> {
                        size.accept(count);
                        together.took(count);
                    });
        }

        private CompletableFuture<Slice<T>> take(
                List<ReadKey> some, Map<byte[], KeyResult<Optional<T>>> results) {
            for (ReadKey key : some) {
                byte[] value = key.value();
                if (value == null) {
                    Objects.requireNonNull(results.get(key.name()))
                            .orThrow()
                            .ifPresent(elements::add);
                } else {
                    together.took(key.name().length + value.length);
                    elements.add(reading.read(key, value));
                }
            }
            return next();
        }

        /** A page with nothing on it is shown only where half of the time is gone. */
        private CompletableFuture<Slice<T>> end() {
            KeyPlace rest = read == names.size() ? afterAll : KeyPlace.of(names.get(read).name());
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
