package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NodeState;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OverloadedException;
import io.paxosstore.client.PaxosStore;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Twice as much load as the replicas can do: they do what they can and refuse the rest. */
@Tag("process")
class OverloadTest {
    private static final int KEYS = 10_000;
    private static final int VALUE_BYTES = 100;
    private static final int PEAK_IN_FLIGHT = 256;
    private static final int WARMUP_SECONDS = 25;
    private static final int PEAK_SECONDS = 8;
    private static final int OVERLOAD_SECONDS =
            Integer.getInteger("paxosstore.overload.seconds", 20);
    private static final int AFTER_SECONDS = 5;
    private static final long TICK_MICROS = 1_000;

    /** More than the replicas take from one client, and no queue of half a minute before them. */
    private static final int IN_FLIGHT_MAX = 16_384;

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    /** Heap, direct memory and code of a replica with its default options, and some more. */
    private static final long RESIDENT_BYTES_MAX = 1_600L << 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    /** What one phase saw. */
    private static final class Tally {
        private final Recorder latency = new Recorder(2);
        private final LongAdder refused = new LongAdder();
        private final LongAdder late = new LongAdder();
        private final LongAdder unknown = new LongAdder();
        private final AtomicInteger inFlight = new AtomicInteger();

        void put(KeyValue<byte[], byte[]> space, byte[] value) {
            inFlight.incrementAndGet();
            byte[] key =
                    ("k" + ThreadLocalRandom.current().nextInt(KEYS))
                            .getBytes(StandardCharsets.US_ASCII);
            long start = System.nanoTime();
            var _ =
                    space.putAsync(key, value)
                            .whenComplete((version, failure) -> {
                                inFlight.decrementAndGet();
                                if (failure == null) {
                                    latency.recordValue(System.nanoTime() - start);
                                } else {
                                    count(failure);
                                }
                            });
        }

        private void count(Throwable failure) {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null
                            ? failure.getCause()
                            : failure;
            switch (cause) {
                case OverloadedException overloaded -> refused.increment();
                case NotDoneException notDone -> late.increment();
                default -> unknown.increment();
            }
        }

        /** Says what was seen; answers per second. */
        double tell(String phase, double seconds) {
            Histogram seen = latency.getIntervalHistogram();
            double perSecond = seen.getTotalCount() / seconds;
            System.out.printf(
                    "%s: %,.0f writes/s, p50 %.1f ms, p99 %.1f ms, longest %.0f ms; %,.0f/s"
                            + " refused, %d not done, %d unknown%n",
                    phase,
                    perSecond,
                    seen.getValueAtPercentile(50) / 1e6,
                    seen.getValueAtPercentile(99) / 1e6,
                    seen.getMaxValue() / 1e6,
                    refused.sum() / seconds,
                    late.sum(),
                    unknown.sum());
            return perSecond;
        }
    }

    /** As many in flight as the bound says. */
    private static double closed(
            String phase, KeyValue<byte[], byte[]> space, byte[] value, int seconds)
            throws InterruptedException {
        Tally tally = new Tally();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() - end < 0) {
            while (tally.inFlight.get() < PEAK_IN_FLIGHT) {
                tally.put(space, value);
            }
            TimeUnit.MICROSECONDS.sleep(TICK_MICROS / 4);
        }
        return tally.tell(phase, seconds);
    }

    /** So many per second, whatever the answers are. */
    private static Tally open(
            KeyValue<byte[], byte[]> space, byte[] value, double perSecond, int seconds)
            throws InterruptedException {
        Tally tally = new Tally();
        long start = System.nanoTime();
        long issued = 0;
        while (true) {
            double elapsed = (System.nanoTime() - start) / 1e9;
            if (elapsed > seconds) {
                return tally;
            }
            for (long due = (long) (elapsed * perSecond); issued < due; issued++) {
                tally.put(space, value);
            }
            TimeUnit.MICROSECONDS.sleep(TICK_MICROS);
        }
    }

    @Test
    @Tag("faults")
    void excessIsRefusedAndTheRestIsDone() throws Exception {
        ClientOptions options =
                ClientOptions.builder()
                        .name("overload")
                        .deadline(DEADLINE)
                        .inFlightMax(IN_FLIGHT_MAX)
                        .build();
        LongAdder suspicions = new LongAdder();
        ClientOptions oneAttempt =
                ClientOptions.builder()
                        .name("overload-1")
                        .deadline(DEADLINE)
                        .attemptsMax(1)
                        .inFlightMax(IN_FLIGHT_MAX)
                        .nodeListener(state -> {
                            if (state.status() == NodeState.Status.SUSPECT) {
                                suspicions.increment();
                            }
                        })
                        .build();
        byte[] value = new byte[VALUE_BYTES];
        try (ReplicaCluster cluster = ReplicaCluster.create(directory, FaultRun.REPLICAS, "")) {
            cluster.start();
            try (PaxosStore patient = PaxosStore.connect(cluster.addresses(), options);
                    PaxosStore storm = PaxosStore.connect(cluster.addresses(), oneAttempt)) {
                patient.createSpace("overload");
                var calm = patient.keyValue("overload", Codec.bytes(), Codec.bytes());
                var pressed = storm.keyValue("overload", Codec.bytes(), Codec.bytes());
                var _ = closed("warm-up", calm, value, WARMUP_SECONDS);
                double peak = closed("peak", calm, value, PEAK_SECONDS);
                Tally tally = open(pressed, value, 2 * peak, OVERLOAD_SECONDS);
                double pressedRate = tally.tell("twice the load", OVERLOAD_SECONDS);
                System.out.printf("  nodes suspected: %d times%n", suspicions.sum());
                for (ReplicaProcess replica : cluster.replicas()) {
                    long resident = replica.residentBytes();
                    System.out.printf("  replica %d: %d MiB%n", replica.id(), resident >> 20);
                    assertTrue(resident < RESIDENT_BYTES_MAX, "it has grown to " + resident);
                }
                double after = closed("afterwards", calm, value, AFTER_SECONDS);
                System.out.printf(
                        "of the peak: %.0f %% under twice the load, %.0f %% afterwards%n",
                        100 * pressedRate / peak, 100 * after / peak);
                // What cannot be done in time is refused, and nobody is left in doubt.
                assertTrue(tally.refused.sum() > 0, "nothing was refused");
                assertEquals(0, tally.unknown.sum(), "writes of unknown outcome");
                long unusedVersion =
                        calm.with(CallOptions.DEFAULT.deadline(Duration.ofSeconds(2)))
                                .put(value, value);
            }
        }
    }
}
