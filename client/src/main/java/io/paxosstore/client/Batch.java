package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;

/**
 * Runs one call per key, a bounded number and a bounded number of bytes at a time, and collects the
 * outcomes. Whoever ends a call starts the next keys.
 *
 * <p>Whoever cancels the future of the whole ends the batch: no further key is started, and of
 * those under way what was not sent yet is not sent any more.
 *
 * <p>How much a key will bring is not known before: a batch begins with a few, and goes on as if
 * each brought as much as the largest one so far.
 *
 * @param <K> keys
 * @param <R> a key's result
 */
final class Batch<K, R> {
    /** Calls of one batch that are under way at once. */
    static final int WINDOW = 256;

    /** Bytes that the calls of one batch which are under way at once ask for, or bring, about. */
    static final int WINDOW_BYTES = 4 << 20;

    /** How much a key is taken to bring before the first one has. */
    private static final int BYTES_FIRST = 128 << 10;

    /** The least that a key counts. */
    private static final int BYTES_MIN = WINDOW_BYTES / WINDOW;

    /** Starts the call of one key. */
    @FunctionalInterface
    interface Starter<K, R> {
        /**
         * Starts it.
         *
         * @param size to be told how many bytes the call takes with it, or brings back
         */
        CompletableFuture<R> start(K key, long budgetNanos, IntConsumer size);
    }

    private final List<K> keys;
    private final Starter<K, R> starter;
    private final long deadlineNanos;
    private final AtomicReferenceArray<@Nullable KeyResult<R>> results;

    /** Those that are under way. */
    private final AtomicReferenceArray<@Nullable CompletableFuture<R>> calls;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger largestBytes = new AtomicInteger();
    private final CompletableFuture<Map<K, KeyResult<R>>> whole = new CompletableFuture<>();

    Batch(Collection<? extends K> keys, long budgetNanos, Starter<K, R> starter) {
        this.keys = new ArrayList<>(new LinkedHashSet<>(keys));
        this.starter = starter;
        this.deadlineNanos = System.nanoTime() + budgetNanos;
        this.results = new AtomicReferenceArray<>(this.keys.size());
        this.calls = new AtomicReferenceArray<>(this.keys.size());
        this.left = new AtomicInteger(this.keys.size());
    }

    CompletableFuture<Map<K, KeyResult<R>>> start() {
        if (keys.isEmpty()) {
            whole.complete(Map.of());
        }
        CompletableFuture<Map<K, KeyResult<R>>> unused =
                whole.whenComplete((all, givenUp) -> {
                    if (givenUp != null) {
                        abandon();
                    }
                });
        pump();
        return whole;
    }

    /** Nobody waits for the batch any more: what is not sent yet is not to be. */
    private void abandon() {
        for (int i = 0; i < keys.size(); i++) {
            CompletableFuture<R> call = calls.get(i);
            if (call != null) {
                boolean unused = call.cancel(false);
            }
        }
    }

    /** How many calls may be under way now. */
    private int window() {
        int bytes = largestBytes.get();
        return WINDOW_BYTES / Math.max(bytes == 0 ? BYTES_FIRST : bytes, BYTES_MIN);
    }

    private void sized(int bytes) {
        int unused = largestBytes.accumulateAndGet(Math.max(bytes, 1), Math::max);
    }

    /** Starts keys while there is room for them; the end of each goes on here. */
    private void pump() {
        while (mayStart()) {
            int index = next.getAndIncrement();
            if (index >= keys.size()) {
                int unused = underWay.decrementAndGet();
                return;
            }
            CompletableFuture<R> call = startOne(keys.get(index));
            boolean ended = call.isDone();
            calls.set(index, call);
            if (whole.isDone()) { // it was given up meanwhile
                boolean unused = call.cancel(false);
            }
            CompletableFuture<R> unused =
                    call.whenComplete((result, failure) -> {
                        int unusedCount = underWay.decrementAndGet();
                        calls.set(index, null);
                        finish(index, result, failure);
                        if (!ended) {
                            pump();
                        }
                    });
        }
    }

    /** Takes a place among those under way; one may be under way however large it is. */
    private boolean mayStart() {
        while (next.get() < keys.size() && !whole.isDone()) {
            int now = underWay.get();
            if (now > 0 && now >= window()) {
                return false;
            }
            if (underWay.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    private CompletableFuture<R> startOne(K key) {
        long budgetNanos = deadlineNanos - System.nanoTime();
        if (budgetNanos <= 0) {
            return CompletableFuture.failedFuture(
                    new NotDoneException(
                            NotDoneException.Reason.DEADLINE,
                            "This key was not done: the batch's deadline passed before its turn."));
        }
        try {
            return starter.start(key, budgetNanos, this::sized);
        } catch (Throwable e) { // the codec refuses the key or its value, or fails
            return CompletableFuture.failedFuture(e);
        }
    }

    private void finish(int index, @Nullable R result, @Nullable Throwable failure) {
        results.set(index, outcome(result, failure));
        if (left.decrementAndGet() == 0) {
            Map<K, KeyResult<R>> all = new LinkedHashMap<>();
            for (int i = 0; i < keys.size(); i++) {
                KeyResult<R> one = results.get(i);
                if (one != null) {
                    all.put(keys.get(i), one);
                }
            }
            whole.complete(Collections.unmodifiableMap(all));
        }
    }

    private static <R> KeyResult<R> outcome(@Nullable R result, @Nullable Throwable failure) {
        Throwable cause = Failures.cause(failure);
        if (cause == null && result != null) {
            return new KeyResult.Done<>(result);
        } else if (cause instanceof OutcomeUnknownException unknown) {
            return new KeyResult.Unknown<>(unknown);
        } else if (cause instanceof ResultLostException lost) {
            return new KeyResult.Lost<>(lost);
        } else if (cause instanceof NotDoneException notDone) {
            return new KeyResult.NotDone<>(notDone);
        }
        return new KeyResult.NotDone<>(
                new NotDoneException(
                        NotDoneException.Reason.REFUSED,
                        "This key was not done: its codec failed: " + cause,
                        cause,
                        false));
    }
}
