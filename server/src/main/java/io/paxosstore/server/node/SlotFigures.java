package io.paxosstore.server.node;

import io.paxosstore.core.Configuration;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.topology.Progress;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Voter;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * What the slots of the pages come to, as one node has entered them and by whom it reaches; and
 * whether the system slot is under change.
 *
 * @param whole in how many slots the node votes and lacks nothing
 * @param rebuilding to how many it has come, and has not rebuilt all of them (Rule M6)
 * @param walking in how many it stays, and must learn what was chosen (Rule M7)
 * @param joint how many slots are under change
 * @param isSystemJoint whether the system slot is
 * @param spare how many slots can lose how many more voters, from {@link #SPARE_MIN}, which is also
 *     for fewer, to {@link #SPARE_MAX}; of a slot under change on the side that can lose fewer
 * @param exposed how many slots can lose none, though they have more than one voter
 * @param absent the voters of these that are not reached
 * @param awaited in how many slots under change, the system's too, each node must become whole, by
 *     its id
 * @param progress of the present plan, if there is one
 */
record SlotFigures(
        int whole,
        int rebuilding,
        int walking,
        int joint,
        boolean isSystemJoint,
        SortedMap<Integer, Integer> spare,
        int exposed,
        SortedSet<Integer> absent,
        SortedMap<Integer, Integer> awaited,
        Optional<Progress> progress) {
    /** No majority is reached. */
    static final int SPARE_MIN = -1;

    /** Of five voters. */
    static final int SPARE_MAX = SlotConfiguration.VOTERS_MAX / 2;

    /** Before anything was counted. */
    static final SlotFigures NONE =
            new SlotFigures(
                    0,
                    0,
                    0,
                    0,
                    false,
                    new TreeMap<>(),
                    0,
                    new TreeSet<>(),
                    new TreeMap<>(),
                    Optional.empty());

    /** Counts. */
    private static final class Counting {
        private final IntPredicate reached;
        private final SortedMap<Integer, Integer> spare = new TreeMap<>();
        private final SortedSet<Integer> absent = new TreeSet<>();
        private final SortedMap<Integer, Integer> awaited = new TreeMap<>();
        private int joint;
        private int exposed;

        Counting(IntPredicate reached) {
            this.reached = reached;
        }

        void await(SlotConfiguration.Joint change) {
            change.mustBeWhole().forEach(node -> awaited.merge(node, 1, Integer::sum));
        }

        void add(SlotConfiguration slot) {
            if (slot instanceof SlotConfiguration.Joint change) {
                joint++;
                await(change);
            }
            int least = SlotCensus.Redundancy.of(slot, reached).spare();
            spare.merge(Math.max(SPARE_MIN, least), 1, Integer::sum);
            if (least < 0 || (least == 0 && slot.voters().size() > 1)) {
                exposed++;
                for (Voter voter : slot.voters()) {
                    if (!reached.test(voter.node())) {
                        absent.add(voter.node());
                    }
                }
            }
        }
    }

    /**
     * Counts.
     *
     * @param view as the node has entered the slots
     * @param reached whether a node is, and whole as far as is known here, by its id
     */
    static SlotFigures of(SlotView view, IntPredicate reached, Optional<Progress> progress) {
        Counting all = new Counting(reached);
        int whole = 0;
        int rebuilding = 0;
        int walking = 0;
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            Configuration at = view.configurationOf(slot);
            all.add(at.slot());
            if (view.isRebuilding(slot)) {
                rebuilding++;
            } else if (view.isWalking(slot)) {
                walking++;
            } else if (view.votesIn(slot)) {
                whole++;
            }
        }
        SlotConfiguration system = view.configurationOf(Slots.SYSTEM).slot();
        if (system instanceof SlotConfiguration.Joint change) {
            all.await(change);
        }
        return new SlotFigures(
                whole,
                rebuilding,
                walking,
                all.joint,
                system instanceof SlotConfiguration.Joint,
                all.spare,
                all.exposed,
                all.absent,
                all.awaited,
                progress);
    }

    /** How many slots can lose so many more voters. */
    int withSpare(int voters) {
        return spare.getOrDefault(voters, 0);
    }

    /** How many slots are under change, the system's among them. */
    int allJoint() {
        return joint + (isSystemJoint ? 1 : 0);
    }

    /** Whether slots have still to begin or to end their moves by the present plan. */
    boolean isMoving() {
        return allJoint() > 0
                || progress.filter(plan -> plan.moving() + plan.left() > 0).isPresent();
    }
}
