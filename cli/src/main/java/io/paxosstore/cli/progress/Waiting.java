package io.paxosstore.cli.progress;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows for how long somebody has been waiting for an answer of which nobody knows when it comes.
 */
public final class Waiting {
    private static final long STEP_MILLIS = 100;

    private Waiting() {}

    /**
     * Does something, and shows the seconds at the terminal meanwhile.
     *
     * @param what is done, as in "asking the cluster"
     * @return what it gives; what it throws is thrown
     */
    public static <T> T during(String what, Supplier<T> work) {
        return during(what, ProgressLine.atTerminal(), work);
    }

    static <T> T during(String what, ProgressLine line, Supplier<T> work) {
        Thread shower = Thread.ofPlatform().daemon().name("progress").start(() -> show(what, line));
        try {
            return work.get();
        } finally {
            shower.interrupt();
            join(shower);
        }
    }

    private static void show(String what, ProgressLine line) {
        try (line) {
            while (true) {
                Thread.sleep(STEP_MILLIS);
                line.update(() -> {
                    long seconds = TimeUnit.NANOSECONDS.toSeconds(line.spentNanos());
                    return Progress.told(
                            what + ", seconds", seconds, Progress.UNKNOWN, Progress.UNKNOWN);
                });
            }
        } catch (InterruptedException e) {
            // It is over.
        }
    }

    /** So that its line is gone before anything else is printed. */
    private static void join(Thread shower) {
        boolean isInterrupted = false;
        while (shower.isAlive()) {
            try {
                shower.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
