package io.paxosstore.bench.load;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Many clients increment the one counter of one entity: what waits becomes the next entry (Rule
 * W2). Every increment is counted, also those before and behind the measured window, and compared
 * with the counter. Not thread-safe.
 */
public final class HotEntity {
    private final EntityTarget target;
    private final byte[] entity;

    /** A fresh counter of a connected space; the caller closes the target. */
    public HotEntity(EntityTarget target, String entity) {
        this.target = target;
        this.entity = entity.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * What came of it.
     *
     * @param perSecond increments in the window
     * @param acknowledged all increments that were answered
     * @param unknown increments without an answer
     * @param counted by how much the counter has grown
     * @param entries by how many entries the entity has grown
     */
    public record Outcome(
            int clients,
            double perSecond,
            long acknowledged,
            long unknown,
            long counted,
            long entries) {
        /** Whether every acknowledged increment counts once, every other at most once. */
        public boolean isExact() {
            return counted >= acknowledged && counted <= acknowledged + unknown;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d clients: %,.0f increments/s, %,d acknowledged, %,d unknown, %,d counted"
                            + " (%s), %.1f in an entry",
                    clients,
                    perSecond,
                    acknowledged,
                    unknown,
                    counted,
                    isExact() ? "each once" : "WRONG",
                    (double) counted / Math.max(1, entries));
        }
    }

    /** Counts what the clients are told. */
    private final class Counting implements LoadTarget {
        private final LongAdder acknowledged = new LongAdder();
        private final LongAdder unknown = new LongAdder();

        @Override
        public CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value) {
            return target.call(kind, entity, value)
                    .whenComplete((result, failure) -> {
                        if (failure == null) {
                            acknowledged.increment();
                        } else if (isUnknown(
                                failure instanceof CompletionException && failure.getCause() != null
                                        ? failure.getCause()
                                        : failure)) {
                            unknown.increment();
                        }
                    });
        }

        @Override
        public CompletableFuture<?> fill(byte[] key, byte[] value) {
            return target.fill(key, value);
        }

        @Override
        public boolean isUnknown(Throwable failure) {
            return target.isUnknown(failure);
        }
    }

    /**
     * Increments by so many clients.
     *
     * @throws TimeoutException when an increment never ends
     * @throws io.paxosstore.client.PaxosStoreException when the counter cannot be read
     */
    public Outcome run(int clients, Duration warmup, Duration duration)
            throws InterruptedException, TimeoutException {
        LoadPlan plan =
                new LoadPlan(
                        clients,
                        LoadPlan.UNPACED,
                        LoadPlan.Mode.ASYNC,
                        OperationMix.parse("counter=100"),
                        0,
                        1,
                        KeyChooser.Distribution.UNIFORM,
                        warmup,
                        duration,
                        1);
        long counterBefore = counter();
        long entriesBefore = target.entries(entity);
        Counting counting = new Counting();
        LoadReport report =
                new LoadReport(plan, 1, new LoadGenerator(plan, List.of(counting)).run());
        return new Outcome(
                clients,
                report.perSecond(OperationKind.COUNTER),
                counting.acknowledged.sum(),
                counting.unknown.sum(),
                counter() - counterBefore,
                target.entries(entity) - entriesBefore);
    }

    private long counter() {
        return target.counter(entity).get().orElse(0L);
    }
}
