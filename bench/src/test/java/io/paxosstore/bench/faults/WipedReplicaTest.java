package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.bench.load.ClientTarget;
import io.paxosstore.bench.load.KeyChooser;
import io.paxosstore.bench.load.LoadGenerator;
import io.paxosstore.bench.load.LoadKeys;
import io.paxosstore.bench.load.LoadPlan;
import io.paxosstore.bench.load.OperationKind;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.workload.ClientStore;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.sim.check.LinearizabilityChecker;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** A replica loses its disk under load: no call fails, and it is whole again by itself. */
@Tag("process")
class WipedReplicaTest {
    private static final int REPLICAS = 3;
    private static final int VICTIM = 2;
    private static final int KEYS = Integer.getInteger("paxosstore.wipe.keys", 50_000);
    private static final int FEW_KEYS = 3_000;
    private static final int VALUE_BYTES = 100;
    private static final int LOOPS = 32;
    private static final int RECORDED_CLIENTS = 4;
    private static final int RECORDED_KEYS = 200;
    private static final int READ_PERCENT = 50;
    private static final long SEED = 11;
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration WHOLE_LIMIT = Duration.ofMinutes(20);
    private static final Duration SAMPLE = Duration.ofSeconds(1);

    /**
     * How long is measured.
     *
     * @param before each of the samples without a fault
     * @param warmUpMax compilers are still at work: the rate before counts when it no longer rises
     * @param backMax how long the throughput may take to be as before
     */
    private record Lengths(Duration before, Duration warmUpMax, Duration backMax) {}

    private static final Lengths LONG =
            new Lengths(
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(Integer.getInteger("paxosstore.wipe.warm-up-seconds", 60)),
                    Duration.ofMinutes(5));

    /** With few keys it is the rebuilding that is tested; the figures do not mean much. */
    private static final Lengths SHORT =
            new Lengths(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(2));

    private static final double STILL_RISING = 1.03;

    /** The throughput is back when the median of so many samples is at this share of before. */
    private static final int SAMPLES = 3;

    private static final double BACK_SHARE = 0.95;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path directory;

    /** Reads and writes of the many keys, without pause; counts. */
    private static final class Load {
        private final LongAdder done = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final AtomicReference<String> firstFailure = new AtomicReference<>("");
        private final AtomicBoolean stopped = new AtomicBoolean();
        private final ClientTarget target;
        private final int keys;
        private final byte[] value = new byte[VALUE_BYTES];

        Load(ClientTarget target, int keys) {
            this.target = target;
            this.keys = keys;
        }

        void start() {
            for (int loop = 0; loop < LOOPS; loop++) {
                next();
            }
        }

        private void next() {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            byte[] key = LoadKeys.key(random.nextInt(keys));
            boolean isRead = random.nextInt(100) < READ_PERCENT;
            var _ =
                    target.call(isRead ? OperationKind.READ : OperationKind.WRITE, key, value)
                            .whenCompleteAsync((result, failure) -> {
                                if (failure == null) {
                                    done.increment();
                                } else {
                                    failed.increment();
                                    firstFailure.compareAndSet("", failure.toString());
                                }
                                if (!stopped.get()) {
                                    next();
                                }
                            });
        }

        double perSecond(Duration length) throws InterruptedException {
            long before = done.sum();
            long start = System.nanoTime();
            Thread.sleep(length);
            return (done.sum() - before) * 1e9 / (System.nanoTime() - start);
        }
    }

    private void run(int keys, Lengths lengths) throws Exception {
        try (ReplicaCluster cluster = ReplicaCluster.create(directory, REPLICAS, "")) {
            cluster.start();
            try (ClientTarget target =
                            ClientTarget.connect(
                                    cluster.addresses(), "many", ReadMode.LINEARIZABLE, DEADLINE);
                    ClientStore store =
                            ClientStore.connect(cluster.addresses(), "recorded", DEADLINE)) {
                preload(target, keys);
                Load load = new Load(target, keys);
                List<WorkloadKey> recorded = WorkloadKey.mixed(RECORDED_KEYS);
                Workload workload = Workload.mixed(store, recorded, RECORDED_CLIENTS, SEED);
                load.start();
                workload.start();
                double before = warmedUp(load, lengths);
                wipe(cluster.replica(VICTIM), load, before, lengths.backMax());
                double after = load.perSecond(lengths.before());
                System.out.printf(
                        "afterwards: %,.0f operations/s, %.0f %%%n", after, 100 * after / before);
                load.stopped.set(true);
                workload.stop(DEADLINE);
                workload.readAll();
                assertEquals(0, load.failed.sum(), load.firstFailure.get());
                assertEquals(0, workload.stats().failed(), workload.stats()::failures);
                LinearizabilityChecker.Verdict verdict = workload.check();
                assertEquals(
                        LinearizabilityChecker.Result.LINEARIZABLE,
                        verdict.result(),
                        verdict.explanation());
            }
        }
    }

    private static void preload(ClientTarget target, int keys) throws Exception {
        LoadPlan plan =
                new LoadPlan(
                        LOOPS,
                        LoadPlan.UNPACED,
                        LoadPlan.Mode.ASYNC,
                        OperationMix.parse("write=100"),
                        VALUE_BYTES,
                        keys,
                        KeyChooser.Distribution.UNIFORM,
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        SEED);
        long start = System.nanoTime();
        new LoadGenerator(plan, List.of(target)).preload();
        System.out.printf(
                "%,d keys of %d bytes written in %.1f s%n",
                keys, VALUE_BYTES, (System.nanoTime() - start) / 1e9);
    }

    /** The rate when it has stopped to rise. */
    private static double warmedUp(Load load, Lengths lengths) throws InterruptedException {
        long start = System.nanoTime();
        double best = load.perSecond(lengths.before());
        double rate = best;
        boolean isRising = true;
        while (isRising && System.nanoTime() - start < lengths.warmUpMax().toNanos()) {
            rate = load.perSecond(lengths.before());
            isRising = rate > best * STILL_RISING;
            best = Math.max(best, rate);
        }
        System.out.printf(
                "before: %,.0f operations/s, %s after %.0f s%n",
                rate, isRising ? "still rising" : "steady", (System.nanoTime() - start) / 1e9);
        return rate;
    }

    /** Wipes a replica and follows it until it holds everything and the load runs as before. */
    private static void wipe(ReplicaProcess victim, Load load, double before, Duration backMax)
            throws IOException, InterruptedException {
        victim.kill();
        victim.wipe();
        long start = System.nanoTime();
        victim.start();
        List<Double> rates = new ArrayList<>();
        double ready = 0;
        double whole = 0;
        double back = 0;
        double seconds = 0;
        while (whole == 0 || (back == 0 && seconds < whole + backMax.toSeconds())) {
            rates.add(load.perSecond(SAMPLE));
            seconds = (System.nanoTime() - start) / 1e9;
            if (ready == 0 && victim.isReady()) {
                ready = seconds;
            }
            if (whole == 0 && ready > 0 && victim.isWhole()) {
                whole = seconds;
                print(victim, ready, whole, rates, before);
            }
            if (back == 0 && ready > 0 && medianOfLast(rates) >= BACK_SHARE * before) {
                back = seconds;
            }
            if (whole == 0 && seconds > WHOLE_LIMIT.toSeconds()) {
                throw new IOException("not whole in time\n" + victim.logTail());
            }
        }
        System.out.printf(
                Locale.ROOT,
                back > 0
                        ? "throughput at %.0f %% of before after %.1f s%n"
                        : "throughput not at %.0f %% of before within %.0f s%n",
                100 * BACK_SHARE,
                back > 0 ? back : seconds);
    }

    private static void print(
            ReplicaProcess victim, double ready, double whole, List<Double> rates, double before) {
        double mean = rates.stream().mapToDouble(Double::doubleValue).average().orElse(0);
        System.out.printf(
                Locale.ROOT,
                "replica %d: ready after %.1f s, whole after %.1f s; meanwhile %,.0f"
                        + " operations/s (%.0f %%), at least %,.0f%n",
                victim.id(),
                ready,
                whole,
                mean,
                100 * mean / before,
                Collections.min(rates));
    }

    /**
     * Of the last samples, which one after the other make three seconds; 0 while there are less.
     */
    private static double medianOfLast(List<Double> rates) {
        if (rates.size() < SAMPLES) {
            return 0;
        }
        return rates.subList(rates.size() - SAMPLES, rates.size()).stream()
                .sorted()
                .toList()
                .get(SAMPLES / 2);
    }

    @Test
    void aFewKeys() throws Exception {
        run(FEW_KEYS, SHORT);
    }

    @Test
    @Tag("faults")
    void manyKeys() throws Exception {
        run(KEYS, LONG);
    }
}
