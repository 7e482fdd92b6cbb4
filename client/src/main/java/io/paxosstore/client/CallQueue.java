package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Hands calls from any thread to the network thread: a stack of linked calls, so that a submission
 * is one compare-and-swap and no allocation. Thread-safe.
 *
 * <p>Calls for which a thread waits are bounded by these threads. Others are bounded here: one more
 * is refused at once, so that whoever makes them without waiting does not fill the memory.
 */
final class CallQueue {
    private final AtomicReference<@Nullable Call<?>> newest = new AtomicReference<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger unwaited = new AtomicInteger();
    private final int unwaitedMax;
    private final Runnable waker;
    private volatile boolean closed;

    /** Those that were taken and not given yet, the oldest first; the network thread's. */
    private @Nullable Call<?> taken;

    /**
     * @param unwaitedMax calls for which no thread waits that may be open at once
     * @param waker wakes the network thread if it sleeps
     */
    CallQueue(int unwaitedMax, Runnable waker) {
        this.unwaitedMax = unwaitedMax;
        this.waker = waker;
    }

    /** Takes the call, or says why not. */
    @Nullable NotDoneException submit(Call<?> call) {
        // Counted before the look at closed: the closing thread sets it and then looks at the
        // count.
        open.incrementAndGet();
        if (closed) {
            open.decrementAndGet();
            return new NotDoneException(
                    NotDoneException.Reason.CLOSED,
                    "The %s was not done: the client is closed.".formatted(call.operation.label()));
        } else if (!call.isWaitedFor && unwaited.incrementAndGet() > unwaitedMax) {
            unwaited.decrementAndGet();
            open.decrementAndGet();
            return new OverloadedException(
                    "The %s was not done: %d asynchronous calls are open already, as many as the"
                                    .formatted(call.operation.label(), unwaitedMax)
                            + " client allows (inFlightMax and asyncWaitingMax).",
                    false);
        }
        Call<?> head;
        do {
            head = newest.get();
            call.nextSubmitted = head;
        } while (!newest.compareAndSet(head, call));
        waker.run();
        return null;
    }

    /** How many calls have not ended. */
    int open() {
        return open.get();
    }

    boolean isEmpty() {
        return newest.get() == null;
    }

    /**
     * Gives the calls that have been submitted to the taker, the oldest first; network thread only.
     * One that an error has come out of, if it has not ended, and those after it are given again
     * the next time.
     */
    void takeAll(Consumer<Call<?>> taker) {
        if (taken == null && newest.get() != null) {
            taken = oldestFirst(newest.getAndSet(null));
        }
        Call<?> call = taken;
        while (call != null) {
            if (!call.isDone()) { // an error may have come out of its end
                taker.accept(call);
            }
            Call<?> next = call.nextSubmitted;
            call.nextSubmitted = null;
            taken = next;
            call = next;
        }
    }

    private static @Nullable Call<?> oldestFirst(@Nullable Call<?> newestFirst) {
        Call<?> rest = newestFirst;
        Call<?> oldestFirst = null;
        while (rest != null) {
            Call<?> next = rest.nextSubmitted;
            rest.nextSubmitted = oldestFirst;
            oldestFirst = rest;
            rest = next;
        }
        return oldestFirst;
    }

    /** A call has ended. */
    void finished(Call<?> call) {
        if (!call.isWaitedFor) {
            unwaited.decrementAndGet();
        }
        open.decrementAndGet();
    }

    /** No more calls are taken. */
    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether the queue is closed and every call it took has ended. */
    boolean isDrained() {
        return closed && open.get() == 0;
    }
}
