package io.paxosstore.node.scan;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.Voters;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Slots whose places follow each other, all of one shard, for which this node votes: so it knows in
 * which epochs they are. Immutable.
 *
 * @param slots which ones
 * @param view who votes for them
 * @param end the place after the last one's
 */
record SlotRun(BitSet slots, SlotView view, int end) {
    /**
     * The slots from a place on.
     *
     * @param isOfShard which slots are the shard's
     * @param most how many at most
     */
    static SlotRun of(SlotView view, IntPredicate isOfShard, int place, int most) {
        BitSet slots = new BitSet();
        int end = place;
        while (end < Slots.COUNT && end - place < most) {
            int slot = Slots.atPlace(end);
            if (!isOfShard.test(slot) || !view.votesIn(slot)) {
                break;
            }
            slots.set(slot);
            end++;
        }
        return new SlotRun(slots, view, end);
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** Who votes for any of them. */
    Set<Integer> nodes() {
        Set<Integer> nodes = new TreeSet<>();
        for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
            Voters voters = view.configurationOf(slot).voters();
            for (int i = 0; i < voters.count(); i++) {
                nodes.add(voters.id(i));
            }
        }
        return nodes;
    }

    /** Those for which a node votes, with their epochs. */
    SlotEpochs of(int nodeId) {
        return SlotEpochs.of(slots, view)
                .filter((slot, _) -> view.configurationOf(slot).voters().contains(nodeId));
    }

    /** Who has listed all that it holds of a slot. */
    @FunctionalInterface
    interface Listed {
        /** Whether this node has. */
        boolean has(int nodeId, int slot);
    }

    /**
     * Rule R1: up to which place what was listed has everything in it that was chosen before it was
     * asked for: of each slot, each majority that may have chosen something has somebody who has
     * listed.
     *
     * @return the first place that is not known, {@link #end} if all are
     */
    int knownUpTo(Listed listed) {
        for (int place = end - slots.cardinality(); place < end; place++) {
            int slot = Slots.atPlace(place);
            if (!isReadable(slot, nodeId -> listed.has(nodeId, slot))) {
                return place;
            }
        }
        return end;
    }

    /** Rule R1: whether each majority that may have chosen something in a slot has one of these. */
    boolean isReadable(int slot, IntPredicate those) {
        Configuration configuration = view.configurationOf(slot);
        Voters voters = configuration.voters();
        VoterSet has = VoterSet.NONE;
        for (int i = 0; i < voters.count(); i++) {
            has = those.test(voters.id(i)) ? has.with(i) : has;
        }
        return configuration.quorum().isReadable(has);
    }

    /**
     * Which voters of a slot are to be asked besides this node and those that are asked anyway, so
     * that {@link #isReadable}; fewer if there are none. In the ring of node ids, as for reads.
     *
     * @param asked those that are asked anyway
     * @param mayBeAsked which others can be
     */
    List<Integer> readers(int slot, int self, Set<Integer> asked, IntPredicate mayBeAsked) {
        Voters voters = view.configurationOf(slot).voters();
        List<Integer> more = new ArrayList<>();
        IntPredicate all = id -> id == self || asked.contains(id) || more.contains(id);
        int own = voters.indexOf(self);
        for (int i = voters.next(own); i != own && !isReadable(slot, all); i = voters.next(i)) {
            int id = voters.id(i);
            if (!asked.contains(id) && mayBeAsked.test(id)) {
                more.add(id);
            }
        }
        return more;
    }

    /** Whether all slots are in the same epochs in another view, and this node votes there. */
    boolean isOf(SlotView now) {
        return now == view
                || slots.stream()
                        .allMatch(slot ->
                                now.votesIn(slot)
                                        && now.configurationOf(slot).epoch()
                                                == view.configurationOf(slot).epoch());
    }
}
