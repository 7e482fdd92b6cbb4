package io.paxosstore.bench.demo;

import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.bench.workload.ClientStore;
import io.paxosstore.bench.workload.Workload;
import io.paxosstore.bench.workload.WorkloadKey;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * The demo's story: load a cluster, kill a replica half-way, go on, restart it, check what the
 * clients were told. One use, one thread.
 */
public final class Demo {
    private static final int CLIENTS = 16;
    private static final int KEYS = 500;

    /** A call that has no answer by then has failed for good. */
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(10);

    private static final Duration PHASE_MIN = Duration.ofSeconds(2);
    private static final Duration PHASE_MAX = Duration.ofSeconds(8);

    /** The whole demo ends in a minute: what starting takes is missing from the phases. */
    private static final Duration PHASES_END = Duration.ofSeconds(45);

    private static final int PHASES = 3;

    /** The replica's counter of keys it took over from others (Rule C1). */
    private static final String RECOVERED_METRIC = "paxosstore_paxos_total";

    private static final String RECOVERED_LABEL = "event=\"catch_ups\"";

    private final ReplicaCluster cluster;
    private final DemoDisplay display;
    private final long seed;
    private final long startNanos = System.nanoTime();

    /** A demo on a cluster that does not run yet; the caller stops it afterwards. */
    public Demo(ReplicaCluster cluster, DemoDisplay display, long seed) {
        this.cluster = cluster;
        this.display = display;
        this.seed = seed;
    }

    /**
     * Plays it.
     *
     * @throws IOException when a replica does not start; with the tail of its log
     * @throws TimeoutException when a call does not end
     */
    public DemoSummary run() throws IOException, InterruptedException, TimeoutException {
        display.say("starting three replicas in " + cluster.directory());
        cluster.start();
        display.say("they serve at " + cluster.addresses());
        try (ClientStore store = ClientStore.connect(cluster.addresses(), "demo", CALL_DEADLINE)) {
            List<WorkloadKey> keys = WorkloadKey.mixed(KEYS);
            Workload workload = Workload.mixed(store, keys, CLIENTS, seed);
            ReplicaProcess victim = cluster.replicas().get(Math.floorMod(seed, 3));
            display.say(
                    "%d clients get, put, compare-and-set, increment and delete %d keys"
                            .formatted(CLIENTS, KEYS));
            workload.start();
            display.watch(workload.stats(), phaseLength(PHASES));

            victim.kill();
            display.say("killed replica " + victim.id() + " with SIGKILL; the load goes on");
            display.watch(workload.stats(), phaseLength(PHASES - 1));

            victim.start();
            victim.awaitReady(ReplicaCluster.READY_LIMIT);
            display.say("restarted replica " + victim.id() + "; it catches up where it is asked");
            display.watch(workload.stats(), phaseLength(PHASES - 2));

            workload.stop(CALL_DEADLINE.multipliedBy(2));
            display.say("load stopped; reading every key once more");
            workload.readAll();
            return summary(workload, victim);
        }
    }

    private Duration phaseLength(int phasesLeft) {
        long left = PHASES_END.toNanos() - (System.nanoTime() - startNanos);
        long each = Math.clamp(left / phasesLeft, PHASE_MIN.toNanos(), PHASE_MAX.toNanos());
        return Duration.ofNanos(each);
    }

    private DemoSummary summary(Workload workload, ReplicaProcess victim)
            throws IOException, InterruptedException {
        display.say(
                "checking %,d recorded operations for linearizability"
                        .formatted(workload.history().size()));
        return new DemoSummary(
                workload.stats().succeeded(),
                workload.stats().failed(),
                workload.stats().failures(),
                workload.stats().longestCallMillis(),
                workload.stats().longestGapMillis(),
                victim.counter(RECOVERED_METRIC, RECOVERED_LABEL),
                workload.check());
    }
}
