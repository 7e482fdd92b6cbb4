package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Has something done in the background, which is asked again when it takes no more: too much may
 * wait for it, though not for ever. Thread-safe.
 */
final class BackgroundRetry {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundRetry.class);

    private final Executor background;
    private final String event;
    private final long retryNanos;

    /**
     * @param background may refuse
     * @param event what the log calls it when it has to wait
     * @param retryNanos before it is asked again
     */
    BackgroundRetry(Executor background, String event, long retryNanos) {
        this.background = background;
        this.event = event;
        this.retryNanos = retryNanos;
    }

    /**
     * Has a task run.
     *
     * @param loop on which this is called, and will be again
     */
    void execute(LoopScheduler loop, Runnable task) {
        try {
            background.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.info("{} it is tried again, unless the node stops", event);
            loop.schedule(() -> execute(loop, task), retryNanos);
        }
    }
}
