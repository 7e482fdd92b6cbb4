package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Hands calls from any thread to the network thread: a stack of linked calls, so that a submission
 * is one compare-and-swap and no allocation. Bounded by the calls in flight. Thread-safe.
 */
final class CallQueue {
    private final AtomicReference<@Nullable Call<?>> newest = new AtomicReference<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final int inFlightMax;
    private final Runnable waker;
    private volatile boolean closed;

    /**
     * @param inFlightMax calls that may be under way at once
     * @param waker wakes the network thread if it sleeps
     */
    CallQueue(int inFlightMax, Runnable waker) {
        this.inFlightMax = inFlightMax;
        this.waker = waker;
    }

    /** Takes the call, or says why not. */
    @Nullable NotDoneException submit(Call<?> call) {
        // Counted before the look at closed: the closing thread sets it and then looks at the
        // count.
        int count = inFlight.incrementAndGet();
        if (closed) {
            inFlight.decrementAndGet();
            return new NotDoneException(
                    NotDoneException.Reason.CLOSED,
                    "This %s was not done: the client is closed.".formatted(call.operation.verb()));
        } else if (count > inFlightMax) {
            inFlight.decrementAndGet();
            return new OverloadedException(
                    "This %s was not done: %d calls are under way already, as many as the client"
                                    .formatted(call.operation.verb(), inFlightMax)
                            + " allows (inFlightMax).",
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

    boolean isEmpty() {
        return newest.get() == null;
    }

    /**
     * All waiting calls, the oldest first, linked by {@code nextSubmitted}; network thread only.
     */
    @Nullable Call<?> takeAll() {
        if (newest.get() == null) {
            return null;
        }
        Call<?> rest = newest.getAndSet(null);
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
    void finished() {
        inFlight.decrementAndGet();
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
        return closed && inFlight.get() == 0;
    }
}
