package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Voter;

import java.util.ArrayList;
import java.util.List;

/**
 * Changes the voters of slots while everything else goes on: begins changes, ends them when their
 * newcomers are whole (Rule M7), takes them back. Not thread-safe.
 */
final class ChangeNemesis implements VoterNemesis {
    private static final long MILLI = 1_000_000L;
    private static final long MEAN_NANOS_MIN = 30 * MILLI;
    private static final long MEAN_NANOS_SPREAD = 400 * MILLI;

    /** How often one looks whether a change may end. */
    private static final long LOOK_NANOS = 20 * MILLI;

    /** A change that has not ended so long after the faults is taken back. */
    private static final int LOOKS_MAX = 200;

    private static final double REVERSE_CHANCE = 0.004;
    private static final double COMPLETE_CHANCE = 0.5;
    private static final int FEW = 3;
    private static final int MANY = 5;
    private static final double GROW_CHANCE = 0.1;
    private static final double SHRINK_CHANCE = 0.3;
    private static final double RIGHT_CHANCE = 0.5;

    private final SimCluster cluster;
    private final SimTopology topology;
    private final List<Integer> slots;
    private final RandomSource random;
    private final long meanNanos;
    private final SplitTurns splits;
    private boolean founded;
    private boolean stopped;
    private boolean isLooking;
    private int looks;

    /**
     * @param keys whose slots are changed
     */
    ChangeNemesis(SimCluster cluster, List<EntityKey> keys, RandomSource random) {
        this.cluster = cluster;
        this.topology = cluster.topology();
        this.slots = keys.stream().map(Slots::of).distinct().toList();
        this.random = random;
        this.meanNanos = MEAN_NANOS_MIN + random.nextLong(MEAN_NANOS_SPREAD);
        this.splits = new SplitTurns(cluster, keys, new RandomSource(meanNanos));
    }

    @Override
    public void start() {
        after(random.nextLong(meanNanos), this::begin);
        look();
    }

    private void look() {
        if (!isLooking) {
            isLooking = true;
            after(LOOK_NANOS, this::end);
        }
    }

    private void after(long nanos, Runnable task) {
        cluster.queue().after(1 + nanos, task);
    }

    @Override
    public void stop() {
        stopped = true;
        topology.tellAll();
    }

    @Override
    public boolean beginAgain() {
        boolean hasBegun = beginSome();
        looks = 0;
        look();
        topology.tellAll();
        return hasBegun;
    }

    private void begin() {
        if (!stopped) {
            beginSome();
            after(random.nextLong(2 * meanNanos), this::begin);
        }
    }

    private boolean beginSome() {
        boolean hasBegun = false;
        for (int slot : slots) {
            if (isFounded()
                    && topology.now(slot).slot() instanceof SlotConfiguration.Stable stable
                    && random.chance(0.5)) {
                List<Integer> next = voters(stable);
                if (!next.isEmpty()) {
                    cluster.count(Fault.CHANGE_OF_VOTERS);
                    topology.change(slot, stable.towards(next));
                    hasBegun = true;
                }
            }
        }
        return hasBegun;
    }

    /**
     * Whether each first voter has found out that it was never here before, or that it was. A store
     * that is new later must take everything for lost (Rule M8).
     */
    private boolean isFounded() {
        founded |=
                cluster.firstVoters().stream()
                        .noneMatch(id -> cluster.node(id).store().standing() == Standing.NEW);
        return founded;
    }

    /** Other voters than now; none if there are no others to be had. */
    private List<Integer> voters(SlotConfiguration.Stable stable) {
        int now = stable.voters().size();
        int count = now;
        if (now == FEW && cluster.nodes() >= MANY && random.chance(GROW_CHANCE)) {
            count = MANY;
        } else if (now == MANY && random.chance(SHRINK_CHANCE)) {
            count = FEW;
        }
        List<Integer> left = new ArrayList<>(cluster.nodeIds());
        List<Integer> next = new ArrayList<>();
        while (next.size() < count) {
            int chosen = left.get(random.nextInt(left.size()));
            next.add(chosen);
            left.removeIf(id -> id == chosen);
        }
        boolean isSame = count == now && stable.ids().containsAll(next);
        return isSame ? List.of() : next;
    }

    private void end() {
        isLooking = false;
        boolean isLate = stopped && areAllUp() && ++looks > LOOKS_MAX;
        boolean isOver = true;
        for (int slot : slots) {
            if (topology.now(slot).slot() instanceof SlotConfiguration.Joint change) {
                isOver = false;
                if (isLate || (!stopped && random.chance(REVERSE_CHANCE))) {
                    cluster.count(Fault.CHANGE_TAKEN_BACK);
                    end(slot, change, change.reversed());
                } else if (topology.mayComplete(slot)
                        && (stopped || random.chance(COMPLETE_CHANCE))) {
                    end(slot, change, completed(change));
                }
            }
        }
        if (stopped) {
            topology.tellAll();
        }
        if (!stopped || !isOver) {
            look();
        }
    }

    private boolean areAllUp() {
        return cluster.nodeIds().stream().allMatch(id -> cluster.liveNode(id) != null);
    }

    private void end(int slot, SlotConfiguration.Joint change, SlotConfiguration.Stable next) {
        if (!splits.end(slot, change, next)) {
            topology.change(slot, next);
        }
    }

    private SlotConfiguration.Stable completed(SlotConfiguration.Joint change) {
        List<Integer> newcomers = change.newcomers().stream().map(Voter::node).toList();
        boolean isOwnerLeaving =
                change.right().owner() != change.before().owner() || change.before().owner() == 0;
        if (isOwnerLeaving && !newcomers.isEmpty() && random.chance(RIGHT_CHANCE)) {
            return change.completed(newcomers.get(random.nextInt(newcomers.size())));
        }
        return change.completed();
    }
}
