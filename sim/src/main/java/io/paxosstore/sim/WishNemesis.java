package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.topology.DeskAnswer;
import io.paxosstore.node.topology.Part;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.TopologyPage;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An operator of changing mind: tells nodes that others come, go, take the places of others, stay,
 * carry more, that changes wait or are taken back. What comes of it the nodes do by themselves. Not
 * thread-safe.
 */
final class WishNemesis implements VoterNemesis {
    private static final long MILLI = 1_000_000L;
    private static final long MEAN_NANOS_MIN = 50 * MILLI;
    private static final long MEAN_NANOS_SPREAD = 400 * MILLI;

    /** Within this time the nodes come that are none of the cluster's at first. */
    private static final long COME_NANOS = 1_500 * MILLI;

    private static final long AGAIN_NANOS = 50 * MILLI;

    /** Who has not answered for so long is not waited for. */
    private static final long PATIENCE_NANOS = 3_000 * MILLI;

    private static final int WEIGHTS = 4;
    private static final int FEW = 3;
    private static final int MANY = 5;
    private static final double TRIAL_CHANCE = 0.05;
    private static final double CANCEL_AT_END_CHANCE = 0.5;

    private final SimCluster cluster;
    private final RandomSource random;
    private final long meanNanos;
    private final List<Integer> strangers;
    private boolean stopped;

    WishNemesis(SimCluster cluster, RandomSource random) {
        this.cluster = cluster;
        this.random = random;
        this.meanNanos = MEAN_NANOS_MIN + random.nextLong(MEAN_NANOS_SPREAD);
        this.strangers =
                cluster.nodeIds().stream()
                        .filter(id -> !cluster.firstVoters().contains(id))
                        .toList();
    }

    /** The parts of the topology that say who votes for entities, and for these parts. */
    static List<EntityKey> topologyOf(List<EntityKey> keys) {
        IntStream pages = keys.stream().mapToInt(key -> TopologyPage.numberOf(Slots.of(key)));
        return Stream.concat(Stream.of(Part.HEAD, Part.PLAN), pages.distinct().mapToObj(Part::page))
                .map(Part::key)
                .toList();
    }

    @Override
    public void start() {
        strangers.forEach(id -> after(random.nextLong(COME_NANOS), () -> come(id)));
        after(random.nextLong(meanNanos), this::wish);
    }

    /** Again and again until it has come. */
    private void come(int id) {
        until(new ClusterChange.Add(SimTopology.node(id)));
    }

    private void after(long nanos, Runnable task) {
        cluster.queue().after(1 + nanos, task);
    }

    private void wish() {
        if (stopped) {
            return;
        }
        cluster.count(Fault.WISH);
        submit(randomNode(), any(), random.chance(TRIAL_CHANCE), answer -> {});
        after(random.nextLong(2 * meanNanos), this::wish);
    }

    private ClusterChange any() {
        int one = randomNode();
        return switch (random.nextInt(9)) {
            case 0, 1 -> new ClusterChange.Drain(one);
            case 2 -> new ClusterChange.Keep(one);
            case 3, 4 -> new ClusterChange.Replace(one, randomNode());
            case 5 -> new ClusterChange.Reweigh(one, 100 * (1 + random.nextInt(WEIGHTS)));
            case 6 -> new ClusterChange.Steer(course());
            case 7 -> new ClusterChange.Voters(random.chance(0.5) ? FEW : MANY);
            default -> new ClusterChange.Spread();
        };
    }

    private Course course() {
        Course[] all = Course.values();
        return all[random.nextInt(all.length)];
    }

    private int randomNode() {
        return 1 + random.nextInt(cluster.nodes());
    }

    /** Changes under way go on to their end, or are taken back. */
    @Override
    public void stop() {
        stopped = true;
        boolean isTakenBack = random.chance(CANCEL_AT_END_CHANCE);
        until(new ClusterChange.Steer(isTakenBack ? Course.CANCELLED : Course.RUNNING));
    }

    /** What is wished last stays. */
    @Override
    public boolean beginAgain() {
        return false;
    }

    /** Tells nodes until one has done it, or has said why not. */
    private void until(ClusterChange change) {
        AtomicBoolean isOver = new AtomicBoolean();
        Runnable again =
                () -> {
                    if (!isOver.getAndSet(true)) {
                        until(change);
                    }
                };
        int founder = cluster.firstVoters().get(random.nextInt(cluster.firstVoters().size()));
        submit(
                founder,
                change,
                false,
                answer -> {
                    if (answer instanceof DeskAnswer.Failed) {
                        after(AGAIN_NANOS, again);
                    } else {
                        isOver.set(true);
                    }
                });
        after(PATIENCE_NANOS, again);
    }

    /** Tells a node, if it is up. */
    private void submit(
            int id, ClusterChange change, boolean isTrial, Consumer<DeskAnswer> answer) {
        SimNode node = cluster.node(id);
        ReplicaHost host = node.hostIfUp();
        if (host != null) {
            cluster.trace().line(() -> cluster.at(id) + "is told: " + change);
            node.loop()
                    .run(() ->
                            host.desk()
                                    .submit(change, isTrial, PATIENCE_NANOS, told(node, answer)));
        }
    }

    private Consumer<DeskAnswer> told(SimNode node, Consumer<DeskAnswer> answer) {
        return said -> {
            cluster.trace().line(() -> cluster.at(node.id()) + "answers: " + words(said));
            answer.accept(said);
        };
    }

    private static String words(DeskAnswer answer) {
        return switch (answer) {
            case DeskAnswer.Done done -> "done, head " + done.topology().head().version();
            case DeskAnswer.Refused refused -> refused.sentence();
            case DeskAnswer.Failed failed -> failed.code() + " " + failed.sentence();
        };
    }
}
