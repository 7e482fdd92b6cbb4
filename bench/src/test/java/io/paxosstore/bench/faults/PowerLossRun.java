package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.workload.ClientStore;
import io.paxosstore.bench.workload.EffectCheck;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadKey;
import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.LinearizabilityChecker;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;

/**
 * Three replicas on disks that lose their power all at once, and a recorded load of every kind of
 * call that goes on meanwhile. Used by one thread.
 */
final class PowerLossRun implements AutoCloseable {
    private static final int REPLICAS = 3;
    private static final int CLIENTS = 24;
    private static final int KEYS_OF_EACH_KIND = 50;
    private static final int ANSWERS_MIN = 2_000;
    private static final int ANSWERS_MORE_MAX = 4_000;
    private static final Duration CLIENT_PAUSE_MAX = Duration.ofMillis(4);
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration EQUAL_LIMIT = Duration.ofMinutes(2);

    /**
     * Small segments, so that there are several and a copy of a disk is soon made. Often checked,
     * because marks that an entry is chosen are not synced: one replica learns it anew, by a read,
     * and the others hold the entry and do not know until they are asked or check.
     */
    private static final String SETTINGS =
            """
            storage:
              segment-bytes: 8MiB
              preallocated-segments: 1
            entities:
              journal-file-bytes: 8MiB
              preallocated-files: 1
            sweep:
              interval: 5s
            """;

    private final ClusterLayout layout;
    private final SortedMap<Integer, LoopDisk> disks = new TreeMap<>();
    private final List<WorkloadKey> keys = WorkloadKey.ofEveryKind(KEYS_OF_EACH_KIND);
    private final RandomSource random;
    private final ReplicaCluster cluster;
    private final @Nullable SlowDisk syncs;
    private final ClientStore store;
    private final Workload workload;
    private long answersAtLoss;
    private int losses;
    private double outageSecondsMax;

    private PowerLossRun(Path directory, boolean syncsMayStop, long seed) throws Exception {
        this.layout = ClusterLayout.onFreePorts(REPLICAS);
        this.random = new RandomSource(seed);
        SlowDisk slow = syncsMayStop ? SlowDisk.prepare(directory) : null;
        this.syncs = slow;
        this.cluster =
                ReplicaCluster.create(
                        directory,
                        layout,
                        id ->
                                new ReplicaCluster.View(
                                        layout, slow == null ? Map.of() : slow.environment(id)),
                        SETTINGS);
        try {
            for (ReplicaProcess replica : cluster.replicas()) {
                Path image = directory.resolve("disk-" + replica.id() + ".img");
                Path data = Files.createDirectories(replica.data());
                disks.put(replica.id(), LoopDisk.create(image, data));
            }
            cluster.start();
            this.store = ClientStore.connect(cluster.addresses(), "faults", DEADLINE);
            this.workload =
                    Workload.mixed(
                            store,
                            WorkloadKey.skewed(keys, seed),
                            new Workload.Clients(0, CLIENTS, CLIENT_PAUSE_MAX, seed));
            workload.start();
        } catch (Exception e) {
            closeAll();
            throw e;
        }
    }

    /**
     * Starts everything.
     *
     * @param directory an existing directory for all of it
     * @param syncsMayStop whether {@link #stopSyncing} will be called; needs a C compiler
     */
    static PowerLossRun start(Path directory, boolean syncsMayStop, long seed) throws Exception {
        Path home = Files.createTempDirectory(directory, "run-");
        return new PowerLossRun(home, syncsMayStop, seed);
    }

    /** From now on, until the power is lost, the stores only believe that they sync. */
    void stopSyncing() throws IOException, InterruptedException {
        awaitAnswers();
        if (syncs == null) {
            throw new IllegalStateException("the run was not made for it");
        }
        for (int id : layout.ids()) {
            syncs.leaveOut(id);
        }
    }

    /**
     * Lets the load run for a while, takes the power from all disks at one moment, and starts all
     * replicas on what is left. The replicas are stopped first: nothing is acknowledged while the
     * disks are copied, so that what was acknowledged at all, was so before the copies began.
     */
    void losePower() throws IOException, InterruptedException {
        awaitAnswers();
        long start = System.nanoTime();
        for (ReplicaProcess replica : cluster.replicas()) {
            replica.pause();
        }
        for (LoopDisk disk : disks.values()) {
            disk.losePower();
        }
        answersAtLoss = workload.stats().succeeded();
        for (ReplicaProcess replica : cluster.replicas()) {
            replica.kill();
            if (syncs != null) {
                syncs.delay(replica.id(), Duration.ZERO);
            }
        }
        for (LoopDisk disk : disks.values()) {
            disk.restorePower();
        }
        cluster.start();
        losses++;
        outageSecondsMax = Math.max(outageSecondsMax, (System.nanoTime() - start) / 1e9);
    }

    private void awaitAnswers() throws IOException, InterruptedException {
        int count = ANSWERS_MIN + random.nextInt(ANSWERS_MORE_MAX);
        try {
            workload.stats().awaitAnswers(count, DEADLINE);
        } catch (TimeoutException e) {
            throw new IOException(e.getMessage() + "\n" + cluster.logTails(), e);
        }
    }

    /** Lets the load run for a while, stops it, and says what is wrong; empty when nothing is. */
    List<String> check() throws IOException, InterruptedException, TimeoutException {
        awaitAnswers();
        workload.stop(DEADLINE.multipliedBy(2));
        workload.readAll();
        List<String> problems = new ArrayList<>();
        if (workload.stats().failed() > 0) {
            problems.add("calls failed: " + workload.stats().failures());
        }
        problems.addAll(
                new ReplicaComparison(layout, store.spaceId()).awaitEqual(keys, EQUAL_LIMIT));
        cluster.close();
        StoreComparison stores = new StoreComparison();
        for (ReplicaProcess replica : cluster.replicas()) {
            stores.add(replica.id(), replica.data());
        }
        problems.addAll(stores.differences());
        History<String, KvCall, KvAnswer> history = workload.history();
        problems.addAll(EffectCheck.problems(history, keys));
        LinearizabilityChecker.Verdict verdict = Workload.check(history);
        if (verdict.result() != LinearizabilityChecker.Result.LINEARIZABLE) {
            problems.add(verdict.result() + ": " + verdict.explanation());
        }
        return problems;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,d answers, %,d of them before the last of %d losses; %d calls failed, longest"
                        + " outage %.1f s",
                workload.stats().succeeded(),
                answersAtLoss,
                losses,
                workload.stats().failed(),
                outageSecondsMax);
    }

    @Override
    public void close() throws IOException {
        store.close();
        closeAll();
    }

    private void closeAll() throws IOException {
        for (ReplicaProcess replica : cluster.replicas()) {
            // A paused process hears no polite word.
            replica.destroy();
        }
        cluster.close();
        IOException failure = null;
        for (LoopDisk disk : disks.values()) {
            try {
                disk.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
