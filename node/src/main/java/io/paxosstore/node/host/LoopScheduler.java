package io.paxosstore.node.host;

/** What a shard needs of the thread that drives it; a test drives by hand. */
public interface LoopScheduler {
    /** Monotonic time. */
    long nanoTime();

    /** The wall clock, milliseconds since 1970. */
    long wallMillis();

    /** Whether the caller is on the loop's thread. */
    boolean inLoop();

    /** Runs a task on the loop, soon; from any thread. */
    void execute(Runnable task);

    /** Runs a task after the events and tasks of this turn; on the loop only. */
    void afterTurn(Runnable task);

    /** Runs a task after a while, unless it is given up before; on the loop only. */
    Scheduled schedule(Runnable task, long delayNanos);

    /** A task that waits for its time. */
    interface Scheduled {
        /** Nothing is left of it, if it has not been run; on the loop only. */
        void giveUp();
    }
}
