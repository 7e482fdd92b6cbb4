package io.paxosstore.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.bench.faults.FaultyCluster;
import io.paxosstore.bench.workload.ClientStore;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadKey;
import io.paxosstore.bench.workload.WorkloadStats;
import io.paxosstore.core.Placement;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.check.LinearizabilityChecker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;

/**
 * Three server processes under an all-write load of 64 clients whose history is recorded. Used by
 * one thread.
 */
final class FaultRun implements AutoCloseable {
    static final int REPLICAS = 3;

    /** More than a small machine has by default, so that shards meet. */
    static final String TWO_SHARDS = "server: {shards: 2}\n";

    private static final int CLIENTS = 64;
    private static final int KEYS = 200;
    private static final long SEED = 20_261_121;
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(20);
    private static final Duration PROGRESS_LIMIT = Duration.ofSeconds(30);

    private final ReplicaCluster cluster;
    private final Closing owner;
    private final ClientStore store;
    private final Workload workload;

    /** Stops the processes. */
    private interface Closing {
        void close() throws IOException;
    }

    private FaultRun(ReplicaCluster cluster, Closing owner, ClientStore store, Workload workload) {
        this.cluster = cluster;
        this.owner = owner;
        this.store = store;
        this.workload = workload;
    }

    /**
     * Starts the processes and the load.
     *
     * @param isPreferredWanted which replicas the keys in use may prefer
     */
    static FaultRun start(Path directory, IntPredicate isPreferredWanted) throws Exception {
        ReplicaCluster cluster = ReplicaCluster.create(directory, REPLICAS, TWO_SHARDS);
        return start(cluster, cluster::close, isPreferredWanted, CLIENTS);
    }

    /** Starts the processes with proxies between them, and the load. */
    static FaultRun start(FaultyCluster cluster, int clients) throws Exception {
        return start(cluster.cluster(), cluster::close, preferred -> true, clients);
    }

    private static FaultRun start(
            ReplicaCluster cluster, Closing owner, IntPredicate isPreferredWanted, int clients)
            throws Exception {
        try {
            cluster.start();
            ClientStore store = ClientStore.connect(cluster.addresses(), "faults", CALL_DEADLINE);
            List<WorkloadKey> keys = keys(store.spaceId(), isPreferredWanted);
            Workload workload = Workload.puts(store, keys, clients, SEED);
            workload.start();
            FaultRun run = new FaultRun(cluster, owner, store, workload);
            run.awaitWrites(1_000);
            return run;
        } catch (Exception e) {
            owner.close();
            throw e;
        }
    }

    private static List<WorkloadKey> keys(int spaceId, IntPredicate isPreferredWanted) {
        Placement placement = Placement.neverChanged(1, 2, 3);
        List<WorkloadKey> keys = new ArrayList<>();
        for (int number = 0; keys.size() < KEYS; number++) {
            String name = "key-" + number;
            EntityKey entity = new EntityKey(spaceId, name.getBytes(StandardCharsets.UTF_8));
            if (isPreferredWanted.test(placement.configurationOf(entity).voters().preferred())) {
                keys.add(new WorkloadKey(name, WorkloadKey.Kind.ITEM));
            }
        }
        return keys;
    }

    ReplicaProcess replica(int id) {
        return cluster.replica(id);
    }

    /** Waits until the clients have had this many further answers. */
    void awaitWrites(int count) throws InterruptedException, IOException {
        try {
            workload.stats().awaitAnswers(count, PROGRESS_LIMIT);
        } catch (TimeoutException e) {
            throw new IOException(e.getMessage() + "\n" + cluster.logTails(), e);
        }
    }

    /** Kills a replica, lets the others go on for a while, starts it again. */
    void killAndRestart(int id) throws IOException, InterruptedException {
        replica(id).kill();
        awaitWrites(2_000);
        replica(id).start();
        replica(id).awaitReady(ReplicaCluster.READY_LIMIT);
        awaitWrites(2_000);
    }

    /** Kills all replicas at once and starts them again. */
    void killAllAndRestart() throws IOException, InterruptedException {
        cluster.killAll();
        cluster.start();
        awaitWrites(2_000);
    }

    /** Stops the load and checks that every acknowledged write is there, in a possible order. */
    void assertNothingLost() throws InterruptedException, TimeoutException {
        workload.stop(CALL_DEADLINE.multipliedBy(2));
        workload.readAll();
        LinearizabilityChecker.Verdict verdict = workload.check();
        assertEquals(
                LinearizabilityChecker.Result.LINEARIZABLE,
                verdict.result(),
                verdict.explanation());
    }

    /** Checks that every call was answered in the end. */
    void assertNothingFailed() {
        assertEquals(0, workload.stats().failed(), workload.stats()::failures);
    }

    /** The longest a single client waited. */
    long longestWaitMillis() {
        return workload.stats().longestCallMillis();
    }

    /** What a person wants to know afterwards. */
    void report(String what) {
        System.out.printf(
                "%s: %,d writes, %d failed, longest gap %d ms, longest wait of a client %d ms%n",
                what,
                workload.stats().succeeded(),
                workload.stats().failed(),
                workload.stats().longestGapMillis(),
                workload.stats().longestCallMillis());
    }

    /** What the clients see. */
    WorkloadStats stats() {
        return workload.stats();
    }

    @Override
    public void close() throws IOException {
        store.close();
        owner.close();
    }
}
