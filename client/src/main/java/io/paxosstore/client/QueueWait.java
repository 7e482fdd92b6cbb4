package io.paxosstore.client;

import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Reads a queue and, if nothing is there, watches its entity and reads again when the queue has
 * changed, until there is something or the deadline of the call has passed. Used once. After its
 * start on the network thread, or guarded by its lock.
 *
 * @param <E> elements
 */
final class QueueWait<E> implements WatchSink {
    private final EntityCalls calls;
    private final String queue;
    private final Step<QueueSlice<E>> read;
    private final long deadlineNanos;
    private final Executor caller;
    private final CompletableFuture<QueueSlice<E>> end = new CompletableFuture<>();

    /** Done at the deadline. */
    private final CompletableFuture<Boolean> clock = new CompletableFuture<>();

    private final LatestCall latest = new LatestCall();
    private @Nullable WatchTask watch;
    private @Nullable QueueSlice<E> nothing;
    private boolean reading;
    private boolean readAgain;

    QueueWait(EntityCalls calls, String queue, Step<QueueSlice<E>> read) {
        this.calls = calls;
        this.queue = queue;
        this.read = read;
        this.caller = calls.runner().current();
        this.deadlineNanos = System.nanoTime() + calls.budgetNanos();
    }

    /** Begins to read and to wait; completed on the network thread. */
    CompletableFuture<QueueSlice<E>> start() {
        CompletableFuture<QueueSlice<E>> unused =
                latest.whole(end).whenComplete((slice, failure) -> stop());
        CompletableFuture<Void> unusedTimer =
                clock.completeOnTimeout(true, calls.budgetNanos(), TimeUnit.NANOSECONDS)
                        .thenAccept(over -> {
                            if (over) { // on the thread of the JDK's timers
                                calls.runner().submit(this::onDeadline);
                            }
                        });
        ask(calls);
        return end;
    }

    private synchronized void stop() {
        boolean unused = clock.complete(false);
        WatchTask open = watch;
        watch = null;
        if (open != null) {
            calls.runner().cancel(open);
        }
    }

    /** What was seen before is the answer; without it, the read under way ends by itself. */
    private void onDeadline() {
        QueueSlice<E> seen;
        synchronized (this) {
            seen = nothing;
        }
        if (seen != null) {
            end.complete(seen);
        }
    }

    private void ask(EntityCalls how) {
        synchronized (this) {
            reading = true;
            readAgain = false;
        }
        CompletableFuture<EntityCalls.At<QueueSlice<E>>> asked;
        try {
            asked = latest.begun(how.readAsync(read, leftNanos()));
        } catch (NotDoneException | IllegalArgumentException e) {
            end.completeExceptionally(e);
            return;
        }
        CompletableFuture<EntityCalls.At<QueueSlice<E>>> unused =
                asked.whenComplete(this::onAnswer);
    }

    private void onAnswer(
            EntityCalls.@Nullable At<QueueSlice<E>> found, @Nullable Throwable failure) {
        if (found == null || failure != null) {
            onFailure(failure);
        } else if (!found.result().messages().isEmpty()) {
            end.complete(found.result());
        } else if (deadlineNanos - System.nanoTime() <= 0) {
            end.complete(found.result());
        } else {
            onNothing(found);
        }
    }

    private void onNothing(EntityCalls.At<QueueSlice<E>> found) {
        boolean again;
        synchronized (this) {
            nothing = found.result();
            reading = false;
            again = readAgain;
            if (watch == null && !end.isDone()) {
                watch = calls.watch(WatchEngine.after(found.version()), this);
            }
        }
        if (again) {
            askLatest();
        }
    }

    /** A replica that is asked may be behind the one that told of the change. */
    private void askLatest() {
        if (!end.isDone()) {
            ask(calls.with(calls.options().readMode(ReadMode.LINEARIZABLE)));
        }
    }

    private void onFailure(@Nullable Throwable failure) {
        Throwable cause = Failures.cause(failure);
        QueueSlice<E> seen;
        synchronized (this) {
            seen = nothing;
        }
        boolean late =
                cause instanceof NotDoneException e
                        && e.reason() == NotDoneException.Reason.DEADLINE;
        if (late && seen != null) {
            end.complete(seen);
        } else {
            end.completeExceptionally(
                    cause == null ? new IllegalStateException("a read without a result") : cause);
        }
    }

    @Override
    public boolean onEvent(WatchEvent event) {
        boolean touched = !(event instanceof WatchEvent.Changed changed) || changed.mayTouch(queue);
        boolean ask;
        synchronized (this) {
            ask = touched && !reading;
            readAgain |= touched;
        }
        if (ask) {
            caller.execute(this::askLatest);
        }
        return true;
    }

    @Override
    public void onClosed(WatchEvent.Closed closed) {
        end.completeExceptionally(NotDoneException.of(closed.reason(), closed.message()));
    }

    private long leftNanos() {
        return Math.max(deadlineNanos - System.nanoTime(), CallOptions.DURATION_MIN.toNanos());
    }
}
