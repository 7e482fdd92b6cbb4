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
 * The demo's story: load a cluster with keys and with a small social network, kill a replica
 * half-way, go on, restart it, check what the clients were told. One use, one thread.
 */
public final class Demo {
    private static final int CLIENTS = 16;
    private static final int KEYS = 500;
    private static final int USERS = 200;

    /** The least length. */
    public static final Duration LENGTH_MIN = Duration.ofSeconds(6);

    /** The greatest length: the checker keeps and judges every operation. */
    public static final Duration LENGTH_MAX = Duration.ofMinutes(5);

    /** A call that has no answer by then has failed for good. */
    private static final Duration CALL_DEADLINE = Duration.ofSeconds(10);

    private static final Duration PHASE_MIN = Duration.ofSeconds(2);

    /**
     * The phases end so long after the length: of a default demo, so that all of it ends in a
     * minute. What starting takes beyond that is missing from the phases.
     */
    private static final Duration STARTING = Duration.ofSeconds(18);

    private static final int PHASES = 3;

    /** The replica's counter of keys it took over from others (Rule C1). */
    private static final String RECOVERED_METRIC = "paxosstore_paxos_total";

    private static final String RECOVERED_LABEL = "event=\"catch_ups\"";

    private final ReplicaCluster cluster;
    private final DemoDisplay display;
    private final long seed;
    private final Duration length;
    private final long startNanos = System.nanoTime();

    /**
     * A demo on a cluster that does not run yet; the caller stops it afterwards.
     *
     * @param seed of all choices
     * @param length how long the load runs; less if the replicas are slow to start
     */
    public Demo(ReplicaCluster cluster, DemoDisplay display, long seed, Duration length) {
        this.cluster = cluster;
        this.display = display;
        this.seed = seed;
        this.length = length;
    }

    /**
     * Plays it.
     *
     * @throws IOException when a replica does not start; with the tail of its log
     * @throws TimeoutException when a call does not end
     */
    public DemoSummary run() throws IOException, InterruptedException, TimeoutException {
        display.say("starting three replicas in " + cluster.directory());
        display.during("they start", cluster::start);
        display.say("they serve at " + cluster.addresses());
        try (ClientStore store = ClientStore.connect(cluster.addresses(), "demo", CALL_DEADLINE)) {
            List<WorkloadKey> keys = WorkloadKey.mixed(KEYS);
            Workload workload = Workload.mixed(store, keys, CLIENTS, seed);
            ReplicaProcess victim = cluster.replicas().get(Math.floorMod(seed, 3));
            display.say(
                    "%d clients get, put, compare-and-set, increment and delete %d keys"
                            .formatted(CLIENTS, KEYS));
            SocialNetwork network = new SocialNetwork(store.client(), USERS, seed);
            display.say(
                    ("%d users of a social network send messages, write timelines, look"
                                    + " contacts up")
                            .formatted(USERS));
            try {
                display.during(
                        "they begin",
                        () -> {
                            network.start();
                            workload.start();
                        });
                display.watch(workload.stats(), network.stats(), phaseLength(PHASES));

                victim.kill();
                display.say("killed replica " + victim.id() + " with SIGKILL; the load goes on");
                display.watch(workload.stats(), network.stats(), phaseLength(PHASES - 1));

                display.watchDuring(
                        workload.stats(),
                        network.stats(),
                        () -> {
                            victim.start();
                            victim.awaitReady(ReplicaCluster.READY_LIMIT);
                        });
                display.say(
                        "restarted replica " + victim.id() + "; it catches up where it is asked");
                display.watch(workload.stats(), network.stats(), phaseLength(PHASES - 2));

                network.stop(CALL_DEADLINE.multipliedBy(2));
                workload.stop(CALL_DEADLINE.multipliedBy(2));
                display.say("load stopped; reading every key, timeline and contact once more");
                SocialSummary social = network.check();
                workload.readAll();
                return summary(workload, social, victim);
            } finally {
                // Clients that go on after a failure would keep the machine from cleaning up.
                network.halt();
                workload.halt();
            }
        }
    }

    private Duration phaseLength(int phasesLeft) {
        long end = length.plus(STARTING).toNanos();
        long left = end - (System.nanoTime() - startNanos);
        long longest = length.dividedBy(PHASES).toNanos();
        long each = Math.clamp(left / phasesLeft, PHASE_MIN.toNanos(), longest);
        return Duration.ofNanos(each);
    }

    private DemoSummary summary(Workload workload, SocialSummary social, ReplicaProcess victim)
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
                workload.check(),
                social);
    }
}
