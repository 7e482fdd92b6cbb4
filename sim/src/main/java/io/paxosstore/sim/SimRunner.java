package io.paxosstore.sim;

import io.paxosstore.core.ReplicaStats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs many seeds: the entry point of the {@code sim} command and of the tests. Thread-safe. */
public final class SimRunner {
    /** How long to wait for the threads' last seeds. */
    private static final long SHUTDOWN_SECONDS = 60;

    private SimRunner() {}

    /**
     * What came of many seeds.
     *
     * @param seeds how many were run
     * @param failures those that broke an invariant, by seed
     * @param events events simulated in all
     * @param calls calls answered in all
     * @param nanos real time it took
     * @param counts what the replicas counted in all
     * @param faults the faults there were in all
     * @param occurrences what else happened in all, in entity spaces
     * @param seedsWith in how many seeds it happened
     */
    public record Result(
            long seeds,
            List<SeedResult> failures,
            long events,
            long calls,
            long nanos,
            Map<ReplicaStats.Counter, Long> counts,
            Map<Fault, Long> faults,
            Map<Occurrence, Long> occurrences,
            Map<Occurrence, Long> seedsWith) {
        /** What happened how often, for people; one line each for faults and for the rest. */
        public String statistics() {
            StringBuilder text = new StringBuilder("faults: ").append(faults);
            if (!occurrences.isEmpty()) {
                text.append(System.lineSeparator()).append("entity spaces:");
                occurrences.forEach((what, times) ->
                        text.append(' ')
                                .append(what)
                                .append('=')
                                .append(times)
                                .append(" in ")
                                .append(seedsWith.getOrDefault(what, 0L))
                                .append(" seeds,"));
                text.setLength(text.length() - 1);
            }
            return text.toString();
        }

        /** This and more seeds together. */
        public Result and(Result more) {
            List<SeedResult> both = new ArrayList<>(failures);
            both.addAll(more.failures);
            return new Result(
                    seeds + more.seeds,
                    List.copyOf(both),
                    events + more.events,
                    calls + more.calls,
                    nanos + more.nanos,
                    sum(ReplicaStats.Counter.class, counts, more.counts),
                    sum(Fault.class, faults, more.faults),
                    sum(Occurrence.class, occurrences, more.occurrences),
                    sum(Occurrence.class, seedsWith, more.seedsWith));
        }

        private static <E extends Enum<E>> Map<E, Long> sum(
                Class<E> type, Map<E, Long> one, Map<E, Long> other) {
            Map<E, Long> both = new EnumMap<>(type);
            both.putAll(one);
            other.forEach((what, times) -> both.merge(what, times, Long::sum));
            return both;
        }

        /** Whether all seeds were clean. */
        public boolean isClean() {
            return failures.isEmpty();
        }

        /** A summary for people; one line for each failure besides. */
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            for (SeedResult failure : failures) {
                text.append(failure).append(System.lineSeparator());
            }
            text.append(
                    "%d seeds, %d failed, %,d calls, %,d events, %.1f s, %.1f ms a seed"
                            .formatted(
                                    seeds,
                                    failures.size(),
                                    calls,
                                    events,
                                    nanos / 1e9,
                                    nanos / 1e6 / Math.max(1, seeds)));
            return text.toString();
        }
    }

    /**
     * Runs seeds with no planted bug on model storages.
     *
     * @param lines takes what is printed: the trace of a verbose run, and each failure at once
     */
    public static Result run(SimOptions options, Consumer<String> lines) {
        Simulator.Setup setup = Simulator.Setup.of(options.nodes(), options.kind());
        return run(options, setup.with(options.voting()), lines);
    }

    /** Runs seeds with everything given. */
    public static Result run(SimOptions options, Simulator.Setup setup, Consumer<String> lines) {
        long started = System.nanoTime();
        long limit =
                options.secondsMax() == 0
                        ? Long.MAX_VALUE
                        : TimeUnit.SECONDS.toNanos(options.secondsMax());
        AtomicLong next = new AtomicLong(options.firstSeed());
        AtomicLong failed = new AtomicLong();
        Consumer<String> shared =
                line -> {
                    synchronized (lines) {
                        lines.accept(line);
                    }
                };
        ExecutorService threads = Executors.newFixedThreadPool(options.threads());
        try {
            List<Future<Totals>> parts = new ArrayList<>();
            for (int i = 0; i < options.threads(); i++) {
                parts.add(
                        threads.submit(() -> {
                            Totals totals = new Totals();
                            long seed = next.getAndIncrement();
                            while (seed <= options.lastSeed()
                                    && failed.get() < options.failuresMax()
                                    && System.nanoTime() - started < limit) {
                                SeedResult result =
                                        Simulator.run(
                                                seed, setup, options.verbose() ? shared : null);
                                totals.add(result);
                                if (!result.isClean()) {
                                    failed.incrementAndGet();
                                    shared.accept(result.toString());
                                }
                                seed = next.getAndIncrement();
                            }
                            return totals;
                        }));
            }
            Totals all = new Totals();
            for (Future<Totals> part : parts) {
                all.add(part.get());
            }
            return all.result(System.nanoTime() - started);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a simulation thread failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulating", e);
        } finally {
            threads.shutdownNow();
            awaitQuietly(threads);
        }
    }

    private static void awaitQuietly(ExecutorService threads) {
        try {
            if (!threads.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a simulation thread does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static final class Totals {
        private final List<SeedResult> failures = new ArrayList<>();
        private final Map<ReplicaStats.Counter, Long> counts =
                new EnumMap<>(ReplicaStats.Counter.class);
        private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
        private final Map<Occurrence, Long> occurrences = new EnumMap<>(Occurrence.class);
        private final Map<Occurrence, Long> seedsWith = new EnumMap<>(Occurrence.class);
        private long seeds;
        private long events;
        private long calls;

        void add(SeedResult result) {
            seeds++;
            events += result.events();
            calls += result.calls();
            result.counts().forEach((counter, count) -> counts.merge(counter, count, Long::sum));
            result.faults().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
            result.occurrences()
                    .forEach((what, times) -> {
                        occurrences.merge(what, times, Long::sum);
                        seedsWith.merge(what, times > 0 ? 1L : 0, Long::sum);
                    });
            if (!result.isClean()) {
                failures.add(result);
            }
        }

        void add(Totals other) {
            seeds += other.seeds;
            events += other.events;
            calls += other.calls;
            other.counts.forEach((counter, count) -> counts.merge(counter, count, Long::sum));
            other.faults.forEach((fault, count) -> faults.merge(fault, count, Long::sum));
            other.occurrences.forEach((what, times) -> occurrences.merge(what, times, Long::sum));
            other.seedsWith.forEach((what, times) -> seedsWith.merge(what, times, Long::sum));
            failures.addAll(other.failures);
        }

        Result result(long nanos) {
            failures.sort(Comparator.comparingLong(SeedResult::seed));
            return new Result(
                    seeds,
                    List.copyOf(failures),
                    events,
                    calls,
                    nanos,
                    counts,
                    faults,
                    occurrences,
                    seedsWith);
        }
    }
}
