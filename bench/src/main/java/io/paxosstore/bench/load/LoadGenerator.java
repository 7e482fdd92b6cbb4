package io.paxosstore.bench.load;

import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.core.RandomSource;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

/** Runs a {@link LoadPlan} against one or several targets. Not thread-safe. */
public final class LoadGenerator {
    /** Operations in flight while keys are preloaded. */
    private static final int PRELOAD_IN_FLIGHT = 256;

    /** Attempts per preloaded key; each has the client library's own retries inside. */
    private static final int PRELOAD_ATTEMPTS = 5;

    /** How long after the window the last operations may take to end. */
    private static final long DRAIN_LIMIT_SECONDS = 60;

    private final LoadPlan plan;
    private final List<? extends LoadTarget> targets;
    private volatile boolean isEnded;

    /** A generator whose clients are spread evenly over the targets. */
    public LoadGenerator(LoadPlan plan, List<? extends LoadTarget> targets) {
        this.plan = plan;
        this.targets = List.copyOf(targets);
    }

    /** Begins no further operations, before the window is over; from any thread. */
    public void end() {
        isEnded = true;
    }

    /**
     * Warms up, measures, and tells what the clients saw.
     *
     * @throws TimeoutException when an operation never ends
     */
    public LoadRecorder run() throws InterruptedException, TimeoutException {
        KeyChooser keys = KeyChooser.of(plan.distribution(), plan.keyCount());
        RandomSource random = new RandomSource(plan.seed());
        Window window = Window.after(plan.warmup(), plan.duration());
        LoadRecorder recorder = new LoadRecorder(window);
        Arrivals arrivals = Arrivals.of(plan, random.fork(), System.nanoTime());
        List<ClosedLoop> loops = new ArrayList<>();
        for (int client = 0; client < plan.clients(); client++) {
            LoadTarget target = targets.get(client % targets.size());
            loops.add(
                    new ClosedLoop(
                            target,
                            plan,
                            nanos -> isEnded || window.isOver(nanos),
                            recorder,
                            arrivals,
                            keys,
                            random.fork()));
        }
        for (ClosedLoop loop : loops) {
            switch (plan.mode()) {
                case ASYNC -> loop.start();
                case THREADS -> Thread.ofPlatform().daemon().name("bench-client").start(loop);
            }
        }
        for (ClosedLoop loop : loops) {
            await(loop.finished(), window);
        }
        return recorder;
    }

    private static void await(CompletableFuture<Void> finished, Window window)
            throws InterruptedException, TimeoutException {
        long left = window.endNanos() - System.nanoTime();
        try {
            finished.get(
                    left + TimeUnit.SECONDS.toNanos(DRAIN_LIMIT_SECONDS), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client of the load generator failed", e.getCause());
        }
    }

    /**
     * Writes every key or entity once.
     *
     * @throws IllegalStateException when a key cannot be written
     */
    public void preload() throws InterruptedException, TimeoutException {
        preload(_ -> {});
    }

    /**
     * The same.
     *
     * @param progress told on this thread how many have been begun, after each
     * @throws IllegalStateException when a key cannot be written
     */
    public void preload(LongConsumer progress) throws InterruptedException, TimeoutException {
        RandomSource random = new RandomSource(~plan.seed());
        Semaphore inFlight = new Semaphore(PRELOAD_IN_FLIGHT);
        AtomicReference<Throwable> failed = new AtomicReference<>();
        for (long number = 0; number < plan.keyCount() && failed.get() == null; number++) {
            acquire(inFlight, 1);
            byte[] key = LoadKeys.key(number);
            byte[] value = LoadKeys.randomValue(plan.valueBytes(), random);
            LoadTarget target = targets.get((int) (number % targets.size()));
            var _ =
                    preload(target, key, value, 1)
                            .whenComplete((result, failure) -> {
                                if (failure != null) {
                                    failed.compareAndSet(null, failure);
                                }
                                inFlight.release();
                            });
            progress.accept(number + 1);
        }
        acquire(inFlight, PRELOAD_IN_FLIGHT);
        Throwable cause = failed.get();
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof PaxosStoreException refused) {
            throw refused;
        } else if (cause != null) {
            throw new IllegalStateException("preloading failed", cause);
        }
    }

    private static CompletableFuture<Void> preload(
            LoadTarget target, byte[] key, byte[] value, int attempt) {
        CompletableFuture<Void> written = target.fill(key, value).thenAccept(result -> {});
        return attempt == PRELOAD_ATTEMPTS
                ? written
                : written.exceptionallyCompose(failure -> preload(target, key, value, attempt + 1));
    }

    private static void acquire(Semaphore inFlight, int permits)
            throws InterruptedException, TimeoutException {
        if (!inFlight.tryAcquire(permits, DRAIN_LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new TimeoutException("preloading stands still");
        }
    }
}
