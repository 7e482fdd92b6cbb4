package io.paxosstore.server.node;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One thread for what must not block the shards' loops: small writes of what is remembered.
 * Thread-safe.
 */
final class BackgroundTasks implements Executor {
    private static final int WAITING_MAX = 4096;
    private static final long STOP_SECONDS = 5;

    private final ThreadPoolExecutor thread;

    /**
     * @param nodeId names the thread
     */
    BackgroundTasks(int nodeId) {
        this.thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        task -> {
                            Thread made = new Thread(task, "node" + nodeId + "-background");
                            made.setDaemon(true);
                            return made;
                        });
    }

    /**
     * Runs a task after those that wait.
     *
     * @throws java.util.concurrent.RejectedExecutionException when too many wait, or after the end
     */
    @Override
    public void execute(Runnable task) {
        thread.execute(task);
    }

    /** Ends after the task that runs; what waits is dropped. */
    void stop() throws InterruptedException {
        // No interrupt: it would close the file that a task writes just now.
        thread.getQueue().clear();
        thread.shutdown();
        thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    }
}
