package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.protocol.key.EntityKey;

import java.util.UUID;

/** What an engine sees of the store whose data it keeps. Thread-safe; nothing here blocks. */
public interface StoreView {
    /** The node whose store it is. */
    int nodeId();

    /** The identity of the store; another one after the disk was lost. */
    UUID storeId();

    /** The incarnation now (Rule A3). */
    int incarnation();

    /** Whether the store did not exist before it was opened: no file of an engine can be there. */
    boolean isFresh();

    /** What the store knows of its completeness now. Asked with every load. */
    Standing standing();

    /** Changes when all entities become amnesiac again, also those that were rebuilt. */
    int rebuildings();

    /**
     * Whether what is not held of an entity was never there: the store is whole, and the entity's
     * slot is not being rebuilt (Rule M6). Asked with every load.
     */
    boolean isWhole(EntityKey key);

    /** Which slots are being rebuilt; another object whenever that has changed. */
    SlotRebuildings slotRebuildings();

    /** What of the slots' records counts; another object whenever that has changed. */
    SlotTenures slotTenures();

    /** Whether a space was dropped: its records are as if never written. Asked with every load. */
    boolean isDropped(int space);

    /** Where damage is reported to; what is lost without a name makes the store rebuild. */
    DamageLog damage();

    /** Rule D4, for all files of the store. */
    FailStop failStop();
}
