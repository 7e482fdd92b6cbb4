package io.paxosstore.node.scan;

import io.paxosstore.log.StorageShard;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Tells other nodes digests of what a shard holds durably of ranges of keys, a bounded part at a
 * time. On the shard's loop only.
 */
final class RangeDigests {
    /** So many entities are looked at before others have their turn. */
    private static final int ENTITIES_MAX = 4096;

    private static final int STEP_ENTITIES = 256;

    /** An answer with so many bytes of names is told; the rest comes with the next one. */
    private static final int NAME_BYTES_MAX = 256 << 10;

    private final StorageShard storage;
    private final UnaryOperator<SlotEpochs> refused;

    /**
     * @param storage the shard's part for keys
     * @param refused of slots in epochs, those of which this node must not say anything
     */
    RangeDigests(StorageShard storage, UnaryOperator<SlotEpochs> refused) {
        this.storage = storage;
        this.refused = refused;
    }

    RangeFrame.Answer answer(RangeFrame.Ask ask) {
        SlotEpochs silent = refused.apply(ask.slots());
        Part part = new Part(ask, ask.slots().without(silent).slots());
        return part.answer(silent);
    }

    /** What one answer tells. */
    private final class Part implements StorageShard.StateVisitor {
        private final RangeFrame.Ask ask;
        private final BitSet told;
        private final Set<EntityKey> without = new HashSet<>();
        private final List<SlotDigest> digests = new ArrayList<>();
        private final List<byte[]> unsettled = new ArrayList<>();
        private int nameBytes;
        private int place;
        private int shown;
        private long count;
        private long sum;

        Part(RangeFrame.Ask ask, BitSet told) {
            this.ask = ask;
            this.told = told;
            this.place = ask.place();
            int space = ask.range().space();
            ask.without().forEach(name -> without.add(new EntityKey(space, name)));
        }

        RangeFrame.Answer answer(SlotEpochs silent) {
            long cursor = ask.cursor();
            int last = ask.range().last();
            while (place <= last && shown < ENTITIES_MAX && nameBytes < NAME_BYTES_MAX) {
                int slot = Slots.atPlace(place);
                cursor = told.get(slot) ? storage.slotStates(slot, cursor, STEP_ENTITIES, this) : 0;
                if (cursor == 0) {
                    endSlot();
                    place++;
                }
            }
            if (place <= last && cursor != 0) {
                endSlot();
            }
            return new RangeFrame.Answer(ask.id(), silent, place, cursor, digests, unsettled);
        }

        private void endSlot() {
            digests.add(new SlotDigest(count, sum));
            count = 0;
            sum = 0;
        }

        @Override
        public void entity(EntityKey key, long version, boolean isSettled, int valueBytes) {
            shown++;
            if (!ask.range().has(place, key) || without.contains(key)) {
                return;
            }
            if (isSettled) {
                count++;
                sum += SlotDigest.number(ask.seed(), key, version);
            } else {
                unsettled.add(key.key());
                nameBytes += key.key().length + Integer.BYTES;
            }
        }
    }
}
