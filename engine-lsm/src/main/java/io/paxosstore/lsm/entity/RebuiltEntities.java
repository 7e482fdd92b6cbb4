package io.paxosstore.lsm.entity;

import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.JournalShard;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.HashMap;
import java.util.Map;

/**
 * Which entities of a shard were rebuilt since their amnesia began, that of the store (Rule A2) and
 * that of their slot (Rule M4): those whose rebuilt record has a later stamp than all that were
 * given before. Owned by the shard's thread.
 *
 * <p>When a slot began to rebuild is found out with the first entity there that is asked for, or
 * written, after that: no entity of it is given a stamp in between. It is in memory only: the
 * stamps of an earlier start are all before it, so that after a start a slot that is being rebuilt
 * is amnesiac again.
 */
final class RebuiltEntities {
    /**
     * What is known of a slot.
     *
     * @param number of its rebuilding
     * @param trustedAbove entities rebuilt with a greater stamp are trusted
     */
    private record InSlot(int number, long trustedAbove) {}

    private final EntityEnvironment environment;
    private final EntityIdentity identity;
    private final JournalShard journal;
    private final Map<Integer, InSlot> slots = new HashMap<>();
    private SlotRebuildings seen = SlotRebuildings.NONE;

    RebuiltEntities(EntityEnvironment environment, EntityIdentity identity, JournalShard journal) {
        this.environment = environment;
        this.identity = identity;
        this.journal = journal;
    }

    /**
     * The number of the rebuilding under way in an entity's slot, {@link
     * SlotRebuildings#NO_REBUILDING} for none. To be asked before a record of the entity is
     * written.
     */
    int slotRebuilding(EntityKey key) {
        SlotRebuildings now = environment.slotRebuildings().get();
        if (seen != now) {
            seen = now;
            slots.entrySet().removeIf(slot -> slot.getValue().number != now.of(slot.getKey()));
        }
        int number = now.of(key);
        if (number != SlotRebuildings.NO_REBUILDING) {
            slots.computeIfAbsent(
                    Slots.of(key), slot -> new InSlot(number, journal.greatestStamp()));
        }
        return number;
    }

    /** Whether what the journal holds of an entity is all that was ever there. */
    boolean isTrusted(EntityKey key) {
        boolean inStore =
                environment.standing().get() == Standing.WHOLE
                        || journal.rebuiltStamp(key) > identity.trustedAbove();
        return inStore && isTrustedInSlot(key);
    }

    private boolean isTrustedInSlot(EntityKey key) {
        if (slotRebuilding(key) == SlotRebuildings.NO_REBUILDING) {
            return true;
        }
        InSlot slot = slots.get(Slots.of(key));
        return slot != null && journal.rebuiltStamp(key) > slot.trustedAbove;
    }
}
