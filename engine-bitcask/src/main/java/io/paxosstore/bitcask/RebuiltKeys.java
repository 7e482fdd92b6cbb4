package io.paxosstore.bitcask;

import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.HashMap;
import java.util.Map;

/**
 * Which keys of a shard were rebuilt since their amnesia began, that of the store (Rule A2) and
 * that of their slot (Rule M4). Owned by the shard's thread.
 *
 * <p>In memory only: after a start all that is being rebuilt is amnesiac again. What was rebuilt in
 * a slot is kept apart from the keydir, so that all of it is forgotten at once when the slot begins
 * anew.
 */
final class RebuiltKeys {
    /** When an amnesia began: one that began later is not ended by a record of before. */
    private record Began(int store, int slot) {}

    /** What was rebuilt in a slot since its rebuilding of this number began. */
    private record InSlot(int number, RefSet refs) {}

    private final Keydir keydir;
    private final Amnesia amnesia;
    private final Map<Integer, InSlot> slots = new HashMap<>();

    /** Which amnesia the rebuilt records end that are under way; for amnesiac keys alone. */
    private final Map<Integer, Began> underWay = new HashMap<>();

    private int rebuildingsSeen;
    private SlotRebuildings slotsSeen;

    RebuiltKeys(Keydir keydir, Amnesia amnesia) {
        this.keydir = keydir;
        this.amnesia = amnesia;
        this.rebuildingsSeen = amnesia.rebuildings();
        this.slotsSeen = amnesia.slotRebuildings();
    }

    /** Forgets which keys were rebuilt where the store, or a slot, has begun to rebuild anew. */
    void follow() {
        int now = amnesia.rebuildings();
        if (rebuildingsSeen != now) {
            rebuildingsSeen = now;
            for (int bucket = 0; bucket < keydir.bucketCount(); bucket++) {
                for (int ref = keydir.first(bucket); ref != Keydir.NONE; ref = keydir.next(ref)) {
                    keydir.setTrusted(ref, false);
                }
            }
        }
        SlotRebuildings slotsNow = amnesia.slotRebuildings();
        if (slotsSeen != slotsNow) {
            slotsSeen = slotsNow;
            slots.entrySet().removeIf(slot -> slot.getValue().number != slotsNow.of(slot.getKey()));
        }
    }

    /** Whether a key that is held votes, unless it is damaged. */
    boolean isTrusted(int ref, EntityKey key) {
        if (amnesia.isWhole(key)) {
            return true;
        }
        follow();
        if (!amnesia.isStoreWhole() && !keydir.isTrusted(ref)) {
            return false;
        }
        int number = slotsSeen.of(key);
        if (number == SlotRebuildings.NO_REBUILDING) {
            return true;
        }
        InSlot rebuilt = slots.get(Slots.of(key));
        return rebuilt != null && rebuilt.refs.contains(ref);
    }

    /** A rebuilt record of a key is on its way. */
    void append(int ref, EntityKey key) {
        if (!amnesia.isWhole(key)) {
            follow();
            underWay.put(ref, new Began(rebuildingsSeen, slotsSeen.of(key)));
        }
    }

    /** A rebuilt record of a key is durable. */
    void durable(int ref, EntityKey key) {
        Began ended = underWay.get(ref);
        if (ended == null) {
            return; // nothing but damage, or an amnesia that has begun since
        }
        follow();
        if (ended.store == rebuildingsSeen) {
            keydir.setTrusted(ref, true);
        }
        int number = slotsSeen.of(key);
        if (number != SlotRebuildings.NO_REBUILDING && number == ended.slot) {
            slots.computeIfAbsent(Slots.of(key), slot -> new InSlot(number, new RefSet()))
                    .refs
                    .add(ref);
        }
    }

    /** No record of a key is under way any more. */
    void landed(int ref) {
        if (!underWay.isEmpty()) {
            underWay.remove(ref);
        }
    }

    /** The keydir forgets a key, of which no record is under way. */
    void removed(int ref, EntityKey key) {
        InSlot rebuilt = slots.isEmpty() ? null : slots.get(Slots.of(key));
        if (rebuilt != null) {
            rebuilt.refs.remove(ref);
        }
    }
}
