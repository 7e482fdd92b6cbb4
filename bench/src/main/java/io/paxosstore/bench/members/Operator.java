package io.paxosstore.bench.members;

import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.client.PaxosStoreException;
import io.paxosstore.protocol.topology.ClusterChange;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Changes the members of a cluster, and waits for what comes of it. Used by one thread. */
public final class Operator {
    /**
     * A cluster that takes longer for a step of a change has not become whole. It takes a few
     * seconds; on a small machine that does other things as well, a minute.
     */
    public static final Duration WHOLE_LIMIT = Duration.ofMinutes(2);

    /** How often it is looked, unless it is said otherwise. */
    public static final Duration POLL_INTERVAL = Duration.ofMillis(250);

    private static final int PERCENT = 100;

    private final ClusterMembers members;
    private final ReplicaCluster cluster;
    private final Duration limit;
    private final Consumer<String> log;

    /**
     * @param cluster whose logs are shown when it does not become whole
     * @param limit how long a step of a change may take; {@link #WHOLE_LIMIT} for a cluster that
     *     holds little
     * @param log told what was done, and what was refused
     */
    public Operator(
            ClusterMembers members, ReplicaCluster cluster, Duration limit, Consumer<String> log) {
        this.members = members;
        this.cluster = cluster;
        this.limit = limit;
        this.log = log;
    }

    /**
     * Waits until a node shows the topology to be as it is wanted.
     *
     * @param what is waited for, for the message of the exception
     * @throws IOException when that takes too long
     */
    public MembersView await(String what, Predicate<MembersView> condition)
            throws IOException, InterruptedException {
        return await(what, POLL_INTERVAL, condition);
    }

    /** Like {@link #await(String, Predicate)}, and looks as often as it is told. */
    public MembersView await(String what, Duration interval, Predicate<MembersView> condition)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        String last = "";
        while (System.nanoTime() - deadline < 0) {
            try {
                last = members.show();
                MembersView view = MembersView.of(last);
                if (condition.test(view)) {
                    return view;
                }
            } catch (PaxosStoreException e) {
                last = String.valueOf(e.getMessage());
            }
            Thread.sleep(interval);
        }
        throw notWhole(what, last);
    }

    /**
     * Waits until nothing moves any more and every voter of every slot is connected.
     *
     * @param version of the list of nodes and the goal; who knows an older one knows nothing of it
     * @throws IOException when that takes too long
     */
    public MembersView awaitWhole(String what, long version, Predicate<MembersView> condition)
            throws IOException, InterruptedException {
        return await(
                what,
                view ->
                        view.version() >= version
                                && view.isSettled()
                                && view.isConnected()
                                && condition.test(view));
    }

    /**
     * Waits until a plan for a change has moved a part of its slots.
     *
     * @param percent of the slots, 0 to 100
     * @param interval how often it is looked
     * @param version of the list of nodes and the goal, with the change
     * @param plan the last one before the change
     * @throws IOException when that takes too long
     */
    public MembersView awaitMoved(int percent, Duration interval, long version, long plan)
            throws IOException, InterruptedException {
        return await(
                percent + " % of the slots have moved",
                interval,
                view ->
                        view.version() >= version
                                && view.plan() > plan
                                && view.done() * PERCENT >= view.planned() * percent);
    }

    /**
     * Asks for a change, and waits until it is carried out and the cluster is whole.
     *
     * @throws IOException when one of both takes too long
     */
    public MembersView carryOut(ClusterChange change, Predicate<MembersView> condition)
            throws IOException, InterruptedException {
        return awaitWhole(change.toString(), change(change), condition);
    }

    /**
     * Asks for a change until it is done. It may be refused at first: whoever is asked has heard of
     * less than we, or has lost a connection for a moment.
     *
     * @return the version of the list of nodes and the goal with it
     * @throws IOException when that takes too long
     */
    public long change(ClusterChange change) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        String last = "";
        while (System.nanoTime() - deadline < 0) {
            try {
                long version = members.change(change, false).version();
                log.accept("done: " + change + ", version " + version);
                return version;
            } catch (PaxosStoreException e) {
                String now = String.valueOf(e.getMessage());
                if (!now.equals(last)) {
                    log.accept(change + ": " + now);
                }
                last = now;
            }
            Thread.sleep(POLL_INTERVAL);
        }
        throw notWhole(change.toString(), last);
    }

    private IOException notWhole(String what, String last) {
        return new IOException(
                "the cluster did not become whole in %d s: %s; at last: %s%n%s"
                        .formatted(limit.toSeconds(), what, last, cluster.logTails()));
    }
}
