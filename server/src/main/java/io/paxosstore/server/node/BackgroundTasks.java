package io.paxosstore.server.node;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One thread for what must not block the shards' loops: small writes of what is remembered. A task
 * that ends with an exception has met a fault that nobody expects, and what it was to do is not
 * done: the node must not go on as if it were. Thread-safe.
 */
final class BackgroundTasks implements Executor {
    private static final int WAITING_MAX = 4096;
    private static final long STOP_SECONDS = 5;

    private final ThreadPoolExecutor thread;
    private final Consumer<Throwable> onFailure;

    /**
     * @param nodeId whose thread it is
     * @param name of the thread, within the node's
     * @param onFailure told of a task that ended with an exception: the node must stop
     */
    BackgroundTasks(int nodeId, String name, Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
        this.thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(WAITING_MAX),
                        task -> {
                            Thread made = new Thread(task, "node" + nodeId + "-" + name);
                            made.setDaemon(true);
                            return made;
                        });
    }

    /**
     * Runs a task after those that wait.
     *
     * @throws RejectedExecutionException when too many wait, or after the end
     */
    @Override
    public void execute(Runnable task) {
        thread.execute(() -> run(task));
    }

    /** Runs a task after those that wait, unless too many wait: for what is done again soon. */
    void tryExecute(Runnable task) {
        try {
            execute(task);
        } catch (RejectedExecutionException e) {
            return; // too much is written just now, or the node stops
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            if (!thread.isShutdown()) { // at the end, the loops may be gone that it wants to tell
                onFailure.accept(e);
            }
        }
    }

    /** Ends after the task that runs; what waits is dropped. */
    void stop() throws InterruptedException {
        // No interrupt: it would close the file that a task writes just now.
        thread.getQueue().clear();
        thread.shutdown();
        thread.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    }
}
