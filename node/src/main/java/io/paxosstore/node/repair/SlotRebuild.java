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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/**
 * How far a shard has come in rebuilding its slots: all in which it votes when the store was lost
 * (Rule A2), those to which it came anew otherwise (Rule M6), and those where it stays as one of
 * fewer voters (Rule M7). A slot is rebuilt when each entity has been, that is held by enough of
 * those that know: as many as for a floor (Rules A2, M5). Where this node came anew, what it has
 * left over of an earlier life there is rebuilt as well: nobody else may know of it, and it must
 * not pass for memory. On the shard's loop only.
 */
final class SlotRebuild {
    /** Not to be changed. */
    private static final BitSet NONE = new BitSet();

    private final int self;
    private final IntPredicate isOfShard;
    private final Supplier<SlotView> slots;
    private final Supplier<Standing> standing;

    /** By node, whose entities of which slots have been rebuilt here. */
    private final Map<Integer, BitSet> rebuilt = new HashMap<>();

    private SlotView seen;
    private Standing seenStanding;
    private final BitSet needed = new BitSet();

    /** The needed slots by their configuration, of which unchanged slots share few. */
    private final Map<Configuration, BitSet> groups = new LinkedHashMap<>();

    /** Of those, the ones of which nothing is left to be rebuilt; null when that is to be seen. */
    private @Nullable BitSet done;

    /** By node, what is still to be rebuilt from it; emptied when that is to be seen. */
    private final Map<Integer, SlotEpochs> left = new HashMap<>();

    private int version;

    /** How often something that was rebuilt, and is still to be told, came to count no more. */
    private final AtomicInteger takenBack = new AtomicInteger();

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
        need();
    }

    /** Changes with what is to be rebuilt. */
    int version() {
        look();
        return version;
    }

    /** Changes when something that was rebuilt counts no more; from any thread. */
    int takenBack() {
        return takenBack.get();
    }

    private void need() {
        needed.clear();
        groups.clear();
        boolean isStore = seenStanding == Standing.REBUILDING;
        if (!isStore && !seen.isIncomplete()) {
            return;
        }
        for (int slot = 0; slot < Slots.ALL; slot++) {
            if ((isStore || seen.isIncomplete(slot))
                    && isOfShard.test(slot)
                    && seen.votesIn(slot)) {
                needed.set(slot);
                groups.computeIfAbsent(seen.configurationOf(slot), none -> new BitSet()).set(slot);
            }
        }
    }

    /** What was rebuilt in one epoch counts in no other (Rule M6). */
    private void look() {
        SlotView now = slots.get();
        Standing nowStanding = standing.get();
        if (now.equals(seen) && nowStanding == seenStanding) {
            return;
        }
        boolean isLostAnew =
                nowStanding == Standing.REBUILDING && seenStanding != Standing.REBUILDING;
        BitSet gone = isLostAnew ? all() : ofOtherEpochs(now);
        if (gone.intersects(needed)) {
            takenBack.incrementAndGet();
        }
        rebuilt.values().forEach(those -> those.andNot(gone));
        seen = now;
        seenStanding = nowStanding;
        need();
        forget();
        version++;
    }

    private void forget() {
        done = null;
        left.clear();
    }

    private static BitSet all() {
        BitSet all = new BitSet();
        all.set(0, Slots.ALL);
        return all;
    }

    /** The slots that stand in other epochs than was seen. */
    private BitSet ofOtherEpochs(SlotView now) {
        BitSet others = new BitSet();
        for (int slot = 0; slot < Slots.ALL; slot++) {
            int before = seen.configurationOf(slot).epoch();
            others.set(slot, now.configurationOf(slot).epoch() != before);
        }
        return others;
    }

    /** The slots whose entities are to be rebuilt from what a node holds, which may be this one. */
    SlotEpochs toRebuild(int nodeId) {
        look();
        return needed.isEmpty()
                ? SlotEpochs.NONE
                : left.computeIfAbsent(nodeId, this::leftToRebuild);
    }

    private SlotEpochs leftToRebuild(int nodeId) {
        BitSet wanted = new BitSet();
        groups.forEach((configuration, slots) -> {
            if (nodeId == self || isSource(nodeId, configuration)) {
                wanted.or(slots);
            }
        });
        if (nodeId == self) {
            wanted.and(seen.rebuilding());
        }
        wanted.andNot(rebuiltFrom(nodeId));
        wanted.andNot(done());
        return SlotEpochs.of(wanted, seen);
    }

    private static boolean isSource(int nodeId, Configuration configuration) {
        int place = configuration.voters().indexOf(nodeId);
        return place >= 0 && configuration.quorum().floorSources().contains(place);
    }

    private BitSet rebuiltFrom(int nodeId) {
        return rebuilt.getOrDefault(nodeId, NONE);
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
            takenBack.incrementAndGet();
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
            for (Map.Entry<Configuration, BitSet> group : groups.entrySet()) {
                addRebuilt(group.getKey(), group.getValue(), now);
            }
            done = now;
        }
        return now;
    }

    /** The slots that this node had to walk over, of which nothing is left to be walked over. */
    SlotEpochs whole() {
        look();
        BitSet whole = new BitSet();
        done().stream().filter(seen::isIncomplete).forEach(whole::set);
        return SlotEpochs.of(whole, seen);
    }

    private void addRebuilt(Configuration configuration, BitSet slots, BitSet into) {
        for (int slot = slots.nextSetBit(0); slot >= 0; slot = slots.nextSetBit(slot + 1)) {
            into.set(slot, isRebuilt(configuration, slot));
        }
    }

    /** Whether enough that know have been walked over. */
    private boolean isRebuilt(Configuration configuration, int slot) {
        if (seen.isRebuilding(slot) && !rebuiltFrom(self).get(slot)) {
            return false;
        }
        Voters voters = configuration.voters();
        VoterSet others = VoterSet.NONE;
        boolean isAlone = true;
        for (int place = 0; place < voters.count(); place++) {
            int node = voters.id(place);
            if (node != self && isSource(node, configuration)) {
                isAlone = false;
                others = rebuiltFrom(node).get(slot) ? others.with(place) : others;
            }
        }
        // A single voter that has lost its store goes on with what is left: nobody knows more.
        return isAlone || configuration.quorum().isFloorKnown(others);
    }
}
