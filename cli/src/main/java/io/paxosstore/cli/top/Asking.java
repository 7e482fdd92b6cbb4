package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * One question at a time, over and over: while it is not answered, no other is asked. So whoever
 * does not answer costs one thread, however long that lasts. For one thread, but for the answers.
 */
final class Asking<T> {
    /** After it a question is given up. */
    private static final long GIVEN_UP_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Supplier<T> question;
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private volatile boolean hasBegun;
    private volatile @Nullable T last;
    private long askedNanos;
    private @Nullable Future<?> asked;

    /**
     * @param question waits for its answer, and ends soon when it is interrupted
     */
    Asking(Supplier<T> question) {
        this.question = question;
    }

    /** Asks, unless the question before is not answered. */
    void ask(ExecutorService threads, Runnable answered) {
        if (!isBusy.compareAndSet(false, true)) {
            Future<?> task = asked;
            if (task != null && waitedNanos() > GIVEN_UP_NANOS && task.cancel(true) && !hasBegun) {
                isBusy.set(false); // it never begins
            }
            return;
        }
        hasBegun = false;
        askedNanos = System.nanoTime();
        asked =
                threads.submit(() -> {
                    hasBegun = true;
                    try {
                        last = question.get();
                    } catch (RuntimeException | Error e) {
                        last = null; // what was answered before is no answer to this
                        throw e;
                    } finally {
                        isBusy.set(false);
                        answered.run();
                    }
                });
    }

    /** How long the question waits for its answer; 0 if none does. */
    long waitedNanos() {
        return isBusy.get() ? Math.max(1, System.nanoTime() - askedNanos) : 0;
    }

    /** The last answer; null before the first. */
    @Nullable T last() {
        return last;
    }
}
