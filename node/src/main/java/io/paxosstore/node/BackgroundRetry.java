package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.RateLimitedLog;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Has something written in the background, again and again until it is: too much may wait for the
 * background, or the disk have no room, though not for ever. For what nobody rests on before it is
 * done, and what may be done any time later. Any other failure of the disk has stopped the store
 * (Rule D4), which writes nothing then and ends the node, and with it the trying. Thread-safe.
 */
final class BackgroundRetry {
    /** Before it is tried again. */
    static final long RETRY_NANOS = 500_000_000;

    /** Something that blocks for the disk. */
    @FunctionalInterface
    interface Task {
        /**
         * Does it.
         *
         * @throws IOException when it could not be written for now, and nothing has happened; or
         *     the store has stopped
         */
        void run() throws IOException;
    }

    private final Executor background;
    private final RateLimitedLog log;

    /**
     * @param background may refuse
     * @param nanoClock monotonic time
     */
    BackgroundRetry(Executor background, LongSupplier nanoClock) {
        this.background = background;
        this.log = new RateLimitedLog(LoggerFactory.getLogger(BackgroundRetry.class), nanoClock);
    }

    /**
     * Has a task run until it succeeds, or the node stops.
     *
     * @param loop on which this is called, and will be again
     * @param event what the log calls it when it has to wait
     * @param meaning what that means for the node, a sentence
     */
    void execute(LoopScheduler loop, String event, String meaning, Task task) {
        try {
            background.execute(() -> run(loop, event, meaning, task));
        } catch (RejectedExecutionException e) {
            log.warn(event, meaning + " It waits for the background, unless the node stops.");
            loop.schedule(() -> execute(loop, event, meaning, task), RETRY_NANOS);
        }
    }

    private void run(LoopScheduler loop, String event, String meaning, Task task) {
        try {
            task.run();
        } catch (IOException | RuntimeException e) { // whoever waits for it waits for ever, else
            log.warn(event, meaning + " It will be tried again: " + e);
            again(loop, () -> execute(loop, event, meaning, task));
        }
    }

    private static void again(LoopScheduler loop, Runnable attempt) {
        try {
            loop.execute(() -> loop.schedule(attempt, RETRY_NANOS));
        } catch (RejectedExecutionException e) {
            // The node stops, its loop has ended: what is left is found again after the start.
        }
    }
}
