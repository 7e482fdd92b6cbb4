package io.paxosstore.node.repair;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.Voters;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * How far a shard has come in rebuilding its slots: all in which it votes when the store was lost
 * (Rule A2), those to which it came anew otherwise (Rule M6). A slot is rebuilt when each entity
 * has been, that is held by enough of those that know: as many as for a floor (Rules A2, M5). Where
 * this node came anew, what it has left over of an earlier life there is rebuilt as well: nobody
 * else may know of it, and it must not pass for memory. On the shard's loop only.
 */
final class SlotRebuild {
    private final int self;
    private final IntPredicate isOfShard;
    private final Supplier<SlotView> slots;
    private final Supplier<Standing> standing;

    /** By node, whose entities of which slots have been rebuilt here. */
    private final Map<Integer, BitSet> rebuilt = new HashMap<>();

    private SlotView seen;
    private Standing seenStanding;
    private BitSet needed;

    /** Of those, the ones of which nothing is left to be rebuilt; null when that is to be seen. */
    private @Nullable BitSet done;

    /** By node, what is still to be rebuilt from it; emptied when that is to be seen. */
    private final Map<Integer, SlotEpochs> left = new HashMap<>();

    private volatile int version;

    /**
     * @param isOfShard which slots are the shard's
     * @param slots in which epochs the shard stands
     * @param standing the store's
     */
    SlotRebuild(
            int self,
            IntPredicate isOfShard,
            Supplier<SlotView> slots,
            Supplier<Standing> standing) {
        this.self = self;
        this.isOfShard = isOfShard;
        this.slots = slots;
        this.standing = standing;
        this.seen = slots.get();
        this.seenStanding = standing.get();
        this.needed = needed();
    }

    /**
     * Changes when less may count as rebuilt than before; from any thread, which may be told too
     * late of other epochs.
     */
    int version() {
        return version;
    }

    /** The same as it is in the epochs of now. */
    int versionNow() {
        look();
        return version;
    }

    private BitSet needed() {
        BitSet now = new BitSet();
        boolean isStore = seenStanding == Standing.REBUILDING;
        if (!isStore && !seen.isRebuilding()) {
            return now;
        }
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            now.set(
                    slot,
                    isOfShard.test(slot)
                            && seen.votesIn(slot)
                            && (isStore || seen.isRebuilding(slot)));
        }
        return now;
    }

    /** What was rebuilt in one epoch counts in no other (Rule M6). */
    private void look() {
        SlotView now = slots.get();
        Standing nowStanding = standing.get();
        if (now.equals(seen) && nowStanding == seenStanding) {
            return;
        }
        SlotView before = seen;
        boolean isLostAnew =
                nowStanding == Standing.REBUILDING && seenStanding != Standing.REBUILDING;
        rebuilt.values()
                .forEach(those -> {
                    for (int at = those.nextSetBit(0); at >= 0; at = those.nextSetBit(at + 1)) {
                        if (isLostAnew || isOtherEpoch(at, before, now)) {
                            those.clear(at);
                        }
                    }
                });
        seen = now;
        seenStanding = nowStanding;
        needed = needed();
        forget();
        version++;
    }

    private void forget() {
        done = null;
        left.clear();
    }

    private static boolean isOtherEpoch(int slot, SlotView before, SlotView now) {
        return before.configurationOf(slot).epoch() != now.configurationOf(slot).epoch();
    }

    /** The slots whose entities are to be rebuilt from what a node holds, which may be this one. */
    SlotEpochs toRebuild(int nodeId) {
        look();
        return needed.isEmpty()
                ? SlotEpochs.NONE
                : left.computeIfAbsent(nodeId, this::leftToRebuild);
    }

    private SlotEpochs leftToRebuild(int nodeId) {
        BitSet from = rebuilt.getOrDefault(nodeId, new BitSet());
        BitSet wanted = new BitSet();
        for (int slot = needed.nextSetBit(0); slot >= 0; slot = needed.nextSetBit(slot + 1)) {
            wanted.set(slot, !from.get(slot) && knows(nodeId, slot) && !done().get(slot));
        }
        return SlotEpochs.of(wanted, seen);
    }

    private boolean knows(int nodeId, int slot) {
        if (nodeId == self) {
            return seen.isRebuilding(slot);
        }
        Configuration configuration = seen.configurationOf(slot);
        int place = configuration.voters().indexOf(nodeId);
        return place >= 0 && configuration.quorum().floorSources().contains(place);
    }

    /** Every entity that a node holds of these slots has been rebuilt here. */
    void rebuilt(int nodeId, SlotEpochs those) {
        look();
        BitSet from = rebuilt.computeIfAbsent(nodeId, none -> new BitSet());
        from.or(those.and(SlotEpochs.of(those.slots(), seen)).slots());
        forget();
    }

    /** A node has begun anew: what was rebuilt from what it holds counts no more (Rule A4). */
    void begunAnew(int nodeId) {
        if (rebuilt.remove(nodeId) != null) {
            forget();
            version++;
        }
    }

    /** Whether nothing is left to be rebuilt. */
    boolean isComplete() {
        look();
        return done().equals(needed);
    }

    private BitSet done() {
        BitSet now = done;
        if (now == null) {
            now = new BitSet();
            needed.stream().filter(this::isRebuilt).forEach(now::set);
            done = now;
        }
        return now;
    }

    /** The slots to which this node came anew, and of which nothing is left to be rebuilt. */
    SlotEpochs whole() {
        look();
        BitSet whole = new BitSet();
        done().stream().filter(seen::isRebuilding).forEach(whole::set);
        return SlotEpochs.of(whole, seen);
    }

    private boolean isRebuilt(int slot) {
        Configuration configuration = seen.configurationOf(slot);
        Voters voters = configuration.voters();
        VoterSet sources = configuration.quorum().floorSources();
        VoterSet others = VoterSet.NONE;
        boolean isAlone = true;
        for (int place = 0; place < voters.count(); place++) {
            if (sources.contains(place) && voters.id(place) != self) {
                isAlone = false;
                BitSet from = rebuilt.get(voters.id(place));
                if (from != null && from.get(slot)) {
                    others = others.with(place);
                }
            }
        }
        BitSet own = rebuilt.get(self);
        boolean isOwn = !seen.isRebuilding(slot) || (own != null && own.get(slot));
        // A single voter that has lost its store goes on with what is left: nobody knows more.
        return isOwn && (isAlone || configuration.quorum().isFloorKnown(others));
    }
}
