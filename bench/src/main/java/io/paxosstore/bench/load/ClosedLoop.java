package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;

/**
 * One simulated client: issues an operation, waits for its end, issues the next, at once or when
 * its {@link Pace} says. Either on a thread of its own ({@link #run}) or on whatever thread
 * completes the futures ({@link #start}). Touched by one thread at a time: a future's completion
 * hands it on.
 */
final class ClosedLoop implements Runnable {
    /** A client whose operation failed waits this long, so that a dead cluster is not hammered. */
    private static final long PAUSE_AFTER_FAILURE_MILLIS = 1;

    /** Far above every deadline of the client library; reaching it means a lost answer. */
    private static final long ANSWER_LIMIT_SECONDS = 60;

    private static final Executor PAUSED =
            CompletableFuture.delayedExecutor(PAUSE_AFTER_FAILURE_MILLIS, TimeUnit.MILLISECONDS);

    private final LoadTarget target;
    private final LoadPlan plan;
    private final LongPredicate isOver;
    private final KeyChooser keys;
    private final RandomSource random;
    private final Pace pace;
    private final LoadRecorder recorder;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();
    private final byte[] value;
    private OperationKind kind = OperationKind.READ;
    private long startNanos;
    private boolean waited;

    ClosedLoop(
            LoadTarget target,
            LoadPlan plan,
            LongPredicate isOver,
            LoadRecorder recorder,
            Arrivals arrivals,
            KeyChooser keys,
            RandomSource random) {
        this.target = target;
        this.plan = plan;
        this.isOver = isOver;
        this.keys = keys;
        this.random = random;
        this.pace = new Pace(arrivals);
        this.recorder = recorder;
        this.value = LoadKeys.randomValue(plan.valueBytes(), random);
    }

    /** Completes once the load is over. */
    CompletableFuture<Void> finished() {
        return finished;
    }

    /** Drives the loop on the calling thread until the load is over. */
    @Override
    public void run() {
        try {
            while (!isOver.test(System.nanoTime())) {
                long left = pace.leftNanos(System.nanoTime());
                waited = left > 0;
                TimeUnit.NANOSECONDS.sleep(left);
                if (!ended(failureOf(issue()))) {
                    Thread.sleep(PAUSE_AFTER_FAILURE_MILLIS);
                }
            }
            finished.complete(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            finished.completeExceptionally(e);
        }
    }

    /** Drives the loop on the threads that complete the operations; returns at once. */
    void start() {
        try {
            while (!isOver.test(System.nanoTime())) {
                long left = pace.leftNanos(System.nanoTime());
                if (left > 0) {
                    waited = true;
                    // On the timer's own thread: every hand-over would count as latency.
                    CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS, Runnable::run)
                            .execute(this::start);
                    return;
                }
                CompletableFuture<?> operation = issue();
                if (!operation.isDone()) {
                    var _ = operation.whenComplete((result, failure) -> goOn(failure));
                    return;
                }
                if (!ended(
                        operation.isCompletedExceptionally() ? operation.exceptionNow() : null)) {
                    PAUSED.execute(this::start);
                    return;
                }
            }
            finished.complete(null);
        } catch (RuntimeException e) {
            finished.completeExceptionally(e);
        }
    }

    private void goOn(@Nullable Throwable failure) {
        if (ended(failure)) {
            start();
        } else {
            PAUSED.execute(this::start);
        }
    }

    private CompletableFuture<?> issue() {
        kind = plan.mix().next(random);
        byte[] key = LoadKeys.key(keys.next(random));
        byte[] fresh = value.clone();
        if (fresh.length >= Long.BYTES) {
            ByteBuffer.wrap(fresh).putLong(random.nextLong());
        }
        long now = System.nanoTime();
        startNanos = pace.begin(now);
        if (waited) {
            waited = false;
            recorder.woken(startNanos, now);
        }
        return target.call(kind, key, fresh);
    }

    private static @Nullable Throwable failureOf(CompletableFuture<?> operation)
            throws InterruptedException {
        try {
            operation.get(ANSWER_LIMIT_SECONDS, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return e;
        }
    }

    /** Records the end of the operation; false if it failed. */
    private boolean ended(@Nullable Throwable failure) {
        long now = System.nanoTime();
        if (failure == null) {
            recorder.success(kind, startNanos, now);
            return true;
        }
        boolean wrapped =
                failure instanceof CompletionException || failure instanceof ExecutionException;
        Throwable cause = failure.getCause();
        recorder.failure(target.isUnknown(wrapped && cause != null ? cause : failure), now);
        return false;
    }
}
