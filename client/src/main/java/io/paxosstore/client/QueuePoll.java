package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Reads a queue again and again until there is something or the deadline of the call has passed.
 * The servers do not wait: each question is a read of its own. Used once.
 *
 * @param <E> elements
 */
final class QueuePoll<E> {
    /** The pause after the first read that found nothing. */
    static final Duration PAUSE_MIN = Duration.ofMillis(5);

    /** The longest pause; each is twice as long as the one before. */
    static final Duration PAUSE_MAX = Duration.ofMillis(200);

    private final EntityCalls calls;
    private final Step<QueueSlice<E>> read;
    private final long deadlineNanos;
    private final CompletableFuture<QueueSlice<E>> end = new CompletableFuture<>();
    private long pauseNanos = PAUSE_MIN.toNanos();
    private @Nullable QueueSlice<E> nothing;

    QueuePoll(EntityCalls calls, Step<QueueSlice<E>> read) {
        this.calls = calls;
        this.read = read;
        this.deadlineNanos = System.nanoTime() + calls.budgetNanos();
    }

    /** Polls on the present thread. */
    QueueSlice<E> await() {
        while (true) {
            QueueSlice<E> found;
            try {
                found = calls.read(read, leftNanos());
            } catch (NotDoneException e) {
                found = atEnd(e);
                if (found == null) {
                    throw e;
                }
                return found;
            }
            if (isEnd(found)) {
                return found;
            }
            LockSupport.parkNanos(this, nextPauseNanos()); // woken early, it only asks once more
        }
    }

    /** Polls without a thread of its own; completed on the client's network thread. */
    CompletableFuture<QueueSlice<E>> awaitAsync() {
        ask();
        return end;
    }

    private void ask() {
        if (end.isDone()) {
            return; // whoever waited has cancelled it
        }
        CompletableFuture<QueueSlice<E>> asked;
        try {
            asked = calls.readAsync(read, leftNanos());
        } catch (NotDoneException e) {
            end.completeExceptionally(e);
            return;
        }
        CompletableFuture<QueueSlice<E>> unused = asked.whenComplete(this::onAnswer);
    }

    private void onAnswer(@Nullable QueueSlice<E> found, @Nullable Throwable failure) {
        if (found == null || failure != null) {
            onFailure(failure);
        } else if (isEnd(found)) {
            end.complete(found);
        } else {
            CompletableFuture.delayedExecutor(nextPauseNanos(), TimeUnit.NANOSECONDS)
                    .execute(this::ask);
        }
    }

    private void onFailure(@Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null
                        ? failure.getCause()
                        : failure;
        QueueSlice<E> found = cause instanceof NotDoneException e ? atEnd(e) : null;
        if (found != null) {
            end.complete(found);
        } else {
            end.completeExceptionally(
                    cause == null ? new IllegalStateException("a read without a result") : cause);
        }
    }

    private long leftNanos() {
        return Math.max(deadlineNanos - System.nanoTime(), CallOptions.DURATION_MIN.toNanos());
    }

    /** Whether something was found, or no time is left for another pause. */
    private boolean isEnd(QueueSlice<E> found) {
        nothing = found;
        return !found.messages().isEmpty() || deadlineNanos - System.nanoTime() <= pauseNanos;
    }

    /** The deadline passed in a later read: then there was nothing, as an earlier one saw. */
    private @Nullable QueueSlice<E> atEnd(NotDoneException failure) {
        return failure.reason() == NotDoneException.Reason.DEADLINE ? nothing : null;
    }

    private long nextPauseNanos() {
        long pause = pauseNanos;
        pauseNanos = Math.min(2 * pause, PAUSE_MAX.toNanos());
        return pause;
    }
}
