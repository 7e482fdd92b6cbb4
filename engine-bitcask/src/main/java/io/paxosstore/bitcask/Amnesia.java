package io.paxosstore.bitcask;

import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.identity.StoreView;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all shards must know of lost memory (Rules A1, D5, M4): how complete the store and its slots
 * are, when they began to rebuild, the stamps of records, and whom to tell of damage. Thread-safe.
 */
final class Amnesia {
    /** Stamps of one incarnation; a store writes less records while amnesiac. */
    private static final int STAMP_BITS = 24;

    private final StoreView store;
    private final StorageEngine.Listener listener;
    private final AtomicLong stamps;
    private final LongAdder damagedEntities = new LongAdder();
    private final LongAdder rebuiltEntities = new LongAdder();

    Amnesia(StoreView store, StorageEngine.Listener listener) {
        this.store = store;
        this.listener = listener;
        this.stamps = new AtomicLong((long) store.incarnation() << STAMP_BITS);
    }

    /** Whether a key is amnesiac only where a record of it is damaged. */
    boolean isWhole(EntityKey key) {
        return store.isWhole(key);
    }

    /** Whether keys are amnesiac only where a record is damaged, or their slot is being rebuilt. */
    boolean isStoreWhole() {
        return store.standing() == Standing.WHOLE;
    }

    /** What a record of a key that is written now has to name. */
    int tenure(EntityKey key) {
        return store.slotTenures().of(key);
    }

    /** Changes when all entities become amnesiac again, also those that were rebuilt. */
    int rebuildings() {
        return store.rebuildings();
    }

    /** Which slots are being rebuilt; another object whenever that has changed. */
    SlotRebuildings slotRebuildings() {
        return store.slotRebuildings();
    }

    /** A stamp greater than all before, in this incarnation and in earlier ones. */
    long nextStamp() {
        return stamps.incrementAndGet();
    }

    /** A record of an entity fails its check, and is needed; called once per entity. */
    void found(EntityKey key, long entry, CorruptRecordException what) {
        damagedEntities.increment();
        Path file = Path.of(what.file());
        store.damage()
                .add(
                        new DamageReport(
                                DamageReport.Kind.BAD_RECORD, file, what.offset(), 0, key, entry));
    }

    /** The owner should have the entity rebuilt. */
    void tell(int shard, EntityKey key) {
        listener.damaged(shard, key);
    }

    void rebuilt() {
        rebuiltEntities.increment();
    }

    /** How many entities were found damaged since the start. */
    long damagedEntities() {
        return damagedEntities.sum();
    }

    /** How many entities were rebuilt since the start. */
    long rebuiltEntities() {
        return rebuiltEntities.sum();
    }
}
