package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import java.util.ArrayList;
import java.util.List;

/**
 * Has changes of voters end while the nodes are in two parts. A majority of those that vote from
 * now on hears of it, and decides alone; the others do not, and are a majority of the voters on the
 * other side of the change. Once the first have chosen something, one of them is cut off before it
 * can tell, and the rest of them meets the others. What both parts said of the same entry then
 * comes together, as chance alone seldom has it: with whom a number was promised shows (Rule M3).
 * Not thread-safe.
 */
final class SplitTurns {
    private static final long MILLI = 1_000_000L;

    /** In which part of the runs there are any. */
    private static final double RUNS_CHANCE = 0.5;

    private static final double CHANCE = 0.8;

    /** How often one looks whether something has been chosen. */
    private static final long LOOK_NANOS = MILLI / 5;

    /** For so long nodes are in two parts at most while nothing is chosen. */
    private static final int LOOKS_MAX = 500;

    /** For so long they stay so, at most, once something is. */
    private static final long PARTED_NANOS = 40 * MILLI;

    /** For so long, at most, one of them is cut off. */
    private static final long CUT_OFF_NANOS = 200 * MILLI;

    private final SimCluster cluster;
    private final List<EntityKey> keys;
    private final RandomSource random;
    private final boolean isOn;
    private boolean underWay;

    /**
     * @param keys of which something may be chosen
     */
    SplitTurns(SimCluster cluster, List<EntityKey> keys, RandomSource random) {
        this.cluster = cluster;
        this.keys = keys;
        this.random = random;
        this.isOn = random.chance(RUNS_CHANCE);
    }

    /**
     * Ends a change so, maybe.
     *
     * @param next what it ends with
     * @return whether it has
     */
    boolean end(int slot, SlotConfiguration.Joint change, SlotConfiguration.Stable next) {
        if (!isOn || underWay || cluster.isHealed() || !random.chance(CHANCE)) {
            return false;
        }
        split(slot, change, next);
        return true;
    }

    private void split(int slot, SlotConfiguration.Joint change, SlotConfiguration.Stable next) {
        underWay = true;
        List<Integer> first = hearers(change, next);
        List<Integer> others = new ArrayList<>(cluster.nodeIds());
        others.removeAll(first);
        cluster.count(Fault.TURN_SPLIT);
        cluster.trace().line(() -> "only " + first + " hear of the end of a change");
        cluster.topology().change(slot, next, first);
        cut(first, others, true);
        List<EntityKey> there = keys.stream().filter(key -> Slots.of(key) == slot).toList();
        look(there, chosen(there), first, others, LOOKS_MAX);
    }

    /** A majority of those that vote now, of whom as few as can be vote on the other side. */
    private List<Integer> hearers(SlotConfiguration.Joint change, SlotConfiguration.Stable next) {
        boolean isReversed = next.voters().equals(change.old());
        List<Integer> otherSide =
                (isReversed ? change.next() : change.old())
                        .stream().map(voter -> voter.node()).toList();
        List<Integer> left = new ArrayList<>(next.ids());
        List<Integer> hearers = new ArrayList<>();
        while (2 * hearers.size() <= next.ids().size()) {
            List<Integer> apart = left.stream().filter(id -> !otherSide.contains(id)).toList();
            List<Integer> from = apart.isEmpty() ? left : apart;
            Integer one = from.get(random.nextInt(from.size()));
            hearers.add(one);
            left.removeIf(one::equals);
        }
        return hearers;
    }

    private void cut(List<Integer> some, List<Integer> others, boolean isCut) {
        for (int a : some) {
            for (int b : others) {
                if (a != b) {
                    cluster.network().block(a, b, isCut);
                    cluster.network().block(b, a, isCut);
                }
            }
        }
    }

    private long chosen(List<EntityKey> those) {
        return those.stream().mapToLong(cluster.truth()::newestChosen).sum();
    }

    private void look(
            List<EntityKey> there,
            long before,
            List<Integer> first,
            List<Integer> others,
            int looks) {
        if (looks == 0) {
            over(() -> cut(first, others, false));
        } else if (chosen(there) == before) {
            after(LOOK_NANOS, () -> look(there, before, first, others, looks - 1));
        } else {
            int gone = first.get(random.nextInt(first.size()));
            cluster.trace().line(() -> Describe.node(gone) + " is cut off");
            cut(List.of(gone), cluster.nodeIds(), true);
            after(random.nextLong(PARTED_NANOS), () -> meet(gone, first, others));
        }
    }

    /** All but one come together. */
    private void meet(int gone, List<Integer> first, List<Integer> others) {
        cut(first.stream().filter(id -> id != gone).toList(), others, false);
        after(
                random.nextLong(CUT_OFF_NANOS),
                () -> over(() -> cut(List.of(gone), cluster.nodeIds(), false)));
    }

    private void over(Runnable mend) {
        mend.run();
        underWay = false;
    }

    private void after(long nanos, Runnable task) {
        cluster.queue()
                .after(
                        1 + nanos,
                        () -> {
                            if (!cluster.isHealed()) {
                                task.run();
                            }
                        });
    }
}
