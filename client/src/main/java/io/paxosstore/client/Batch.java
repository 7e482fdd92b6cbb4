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
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Runs one call per key, a bounded number at a time, and collects the outcomes. Whoever ends a call
 * starts the next key.
 *
 * @param <K> keys
 * @param <R> a key's result
 */
final class Batch<K, R> {
    /** Calls of one batch that are under way at once. */
    static final int WINDOW = 256;

    /** Starts the call of one key. */
    @FunctionalInterface
    interface Starter<K, R> {
        CompletableFuture<R> start(K key, long budgetNanos);
    }

    private final List<K> keys;
    private final Starter<K, R> starter;
    private final long deadlineNanos;
    private final AtomicReferenceArray<@Nullable KeyResult<R>> results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger left;
    private final CompletableFuture<Map<K, KeyResult<R>>> whole = new CompletableFuture<>();

    Batch(Collection<? extends K> keys, long budgetNanos, Starter<K, R> starter) {
        this.keys = new ArrayList<>(new LinkedHashSet<>(keys));
        this.starter = starter;
        this.deadlineNanos = System.nanoTime() + budgetNanos;
        this.results = new AtomicReferenceArray<>(this.keys.size());
        this.left = new AtomicInteger(this.keys.size());
    }

    CompletableFuture<Map<K, KeyResult<R>>> start() {
        if (keys.isEmpty()) {
            whole.complete(Map.of());
        }
        for (int i = Math.min(WINDOW, keys.size()); i > 0; i--) {
            pump();
        }
        return whole;
    }

    /** Starts keys one after the other while they end at once; else the end of one goes on here. */
    private void pump() {
        for (int index = next.getAndIncrement();
                index < keys.size();
                index = next.getAndIncrement()) {
            int current = index;
            CompletableFuture<R> call = startOne(keys.get(current));
            if (!call.isDone()) {
                CompletableFuture<R> unused =
                        call.whenComplete((result, failure) -> {
                            finish(current, result, failure);
                            pump();
                        });
                return;
            }
            CompletableFuture<R> unused =
                    call.whenComplete((result, failure) -> finish(current, result, failure));
        }
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
            return starter.start(key, budgetNanos);
        } catch (RuntimeException e) { // the codec refuses the key or its value
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
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        if (cause == null && result != null) {
            return new KeyResult.Done<>(result);
        } else if (cause instanceof OutcomeUnknownException unknown) {
            return new KeyResult.Unknown<>(unknown);
        } else if (cause instanceof NotDoneException notDone) {
            return new KeyResult.NotDone<>(notDone);
        }
        return new KeyResult.NotDone<>(
                new NotDoneException(
                        NotDoneException.Reason.REFUSED,
                        "This key was not done: its codec failed: " + cause));
    }
}
