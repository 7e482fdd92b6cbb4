package io.paxosstore.client;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that waits for a blocking call. It may go before the call ends. Then both threads
 * agree on whether an attempt has left that may be executed: if none has, none will. Made by the
 * thread that waits; each method says who calls it.
 */
final class Waiter {
    private enum State {
        /** It waits; no attempt has left, or those that have are certainly not executed. */
        NOTHING_OUT,
        /** It waits; an attempt may be executed. */
        OUT,
        GONE
    }

    private final Thread thread = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.NOTHING_OUT);

    /** The network thread is about to send an attempt; whether it may. */
    boolean mayLeave() {
        return state.compareAndSet(State.NOTHING_OUT, State.OUT) || state.get() == State.OUT;
    }

    /** The network thread knows that no attempt which has left was executed. */
    void allBack() {
        boolean unused = state.compareAndSet(State.OUT, State.NOTHING_OUT); // or it has gone
    }

    /**
     * The waiting thread goes: nothing leaves from now on.
     *
     * @return whether no attempt has left that may be executed
     */
    boolean go() {
        return state.getAndSet(State.GONE) == State.NOTHING_OUT;
    }

    /** Whether it has gone; for any thread. */
    boolean isGone() {
        return state.get() == State.GONE;
    }

    /** The network thread has brought what it waits for. */
    void wake() {
        LockSupport.unpark(thread);
    }
}
