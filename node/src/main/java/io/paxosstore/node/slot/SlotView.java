package io.paxosstore.node.slot;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Placement;
import io.paxosstore.core.Voters;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * In which epoch of each slot this node stands at one moment, and how complete it is there.
 * Immutable: a node that enters other epochs has another view.
 */
public final class SlotView implements Placement {
    private final int self;
    private final IntFunction<Configuration> first;

    /** By slot; null while none has changed. */
    private final Configuration @Nullable [] now;

    /** Where this node votes, and came anew. */
    private final BitSet rebuilding;

    /** Where this node votes, stays, and must learn what the voters before have chosen. */
    private final BitSet walking;

    /** Where it has lost a right that it may have used. */
    private final BitSet rightLost;

    /** Found out when somebody asks; two threads that do find the same. */
    private volatile int @Nullable [] fellows;

    /** Likewise. */
    private volatile @Nullable BitSet votes;

    private SlotView(
            int self,
            IntFunction<Configuration> first,
            Configuration @Nullable [] now,
            BitSet rebuilding,
            BitSet walking,
            BitSet rightLost) {
        this.walking = walking;
        this.rightLost = rightLost;
        this.self = self;
        this.first = first;
        this.now = now;
        this.rebuilding = rebuilding;
    }

    /**
     * The slots of a node as its store knows them.
     *
     * @param self the node
     * @param first by slot, what stands before the first change
     * @param records of the slots that have changed
     */
    public static SlotView of(
            int self, IntFunction<Configuration> first, Collection<SlotRecord> records) {
        return new SlotView(self, first, null, new BitSet(), new BitSet(), new BitSet())
                .with(records);
    }

    /** The same with what was entered since, or became whole. */
    SlotView with(Collection<SlotRecord> records) {
        if (records.isEmpty()) {
            return this;
        }
        Configuration[] later;
        if (now != null) {
            later = now.clone();
        } else {
            later = new Configuration[Slots.ALL];
            Arrays.setAll(later, first);
        }
        BitSet laterRebuilding = (BitSet) rebuilding.clone();
        BitSet laterWalking = (BitSet) walking.clone();
        BitSet laterRightLost = (BitSet) rightLost.clone();
        // Each message looks at one: what is entered alike at once, or was at a start, is one
        // object, which caches hold.
        Map<SlotConfiguration, Configuration> shared = new HashMap<>();
        for (SlotRecord record : records) {
            int slot = record.slot();
            Configuration entered =
                    shared.computeIfAbsent(record.configuration(), Configuration::of);
            later[slot] = record.rightLost() ? entered.withLostRight() : entered;
            laterRightLost.set(slot, record.rightLost());
            laterRebuilding.set(slot, record.isRebuilding());
            laterWalking.set(slot, record.standing() == SlotStanding.WALKING);
        }
        return new SlotView(self, first, later, laterRebuilding, laterWalking, laterRightLost);
    }

    /** The configuration of a slot, in the epoch that this node has entered. */
    public Configuration configurationOf(int slot) {
        return now == null ? first.apply(slot) : now[slot];
    }

    @Override
    public Configuration configurationOf(EntityKey key) {
        return configurationOf(Slots.of(key));
    }

    /** Whether this node votes in a slot. */
    public boolean votesIn(int slot) {
        return configurationOf(slot).voters().contains(self);
    }

    /** The slots in which this node votes; not to be changed. */
    public BitSet votes() {
        BitSet found = votes;
        if (found == null) {
            found = new BitSet(Slots.ALL);
            for (int slot = 0; slot < Slots.ALL; slot++) {
                found.set(slot, votesIn(slot));
            }
            votes = found;
        }
        return found;
    }

    /** The other nodes that vote in some slot beside this one, ascending; not to be changed. */
    public int[] fellows() {
        int[] found = fellows;
        if (found == null) {
            found = findFellows();
            fellows = found;
        }
        return found;
    }

    private int[] findFellows() {
        int[] others = new int[2 * SlotConfiguration.VOTERS_MAX];
        int count = 0;
        for (int slot = 0; slot < Slots.ALL; slot++) {
            Voters voters = configurationOf(slot).voters();
            if (!voters.contains(self)) {
                continue;
            }
            for (int place = 0; place < voters.count(); place++) {
                int id = voters.id(place);
                if (id != self && !isAmong(id, others, count)) {
                    others = count < others.length ? others : Arrays.copyOf(others, 2 * count);
                    others[count++] = id;
                }
            }
        }
        int[] found = Arrays.copyOf(others, count);
        Arrays.sort(found);
        return found;
    }

    /** Of few: wherever a node votes, mostly the same ones do. */
    private static boolean isAmong(int id, int[] ids, int count) {
        for (int i = 0; i < count; i++) {
            if (ids[i] == id) {
                return true;
            }
        }
        return false;
    }

    /** Whether this node came anew to a slot, and has not rebuilt all of it (Rule M6). */
    public boolean isRebuilding(int slot) {
        return rebuilding.get(slot);
    }

    /**
     * Whether this node votes in a slot, stays, and has not learnt yet all that the voters before
     * have chosen there (Rule M7).
     */
    public boolean isWalking(int slot) {
        return walking.get(slot);
    }

    /** Whether this node must walk over what others hold of a slot, for either reason. */
    public boolean isIncomplete(int slot) {
        return rebuilding.get(slot) || walking.get(slot);
    }

    /** Whether there is a slot that this node must walk over. */
    public boolean isIncomplete() {
        return !rebuilding.isEmpty() || !walking.isEmpty();
    }

    /**
     * Whether this node stands in an epoch of a slot, votes there, and has nothing to walk over.
     */
    public boolean isWhole(int slot, long epoch) {
        return configurationOf(slot).epoch() == epoch && votesIn(slot) && !isIncomplete(slot);
    }

    /** Whether there is such a slot. */
    public boolean isRebuilding() {
        return !rebuilding.isEmpty();
    }

    /** The slots of which that is so, to be changed by whoever asked. */
    public BitSet rebuilding() {
        return (BitSet) rebuilding.clone();
    }

    /** Whether this node has lost a right to entry 1 there that it may have used (Rule M9). */
    boolean isRightLost(int slot) {
        return rightLost.get(slot);
    }
}
