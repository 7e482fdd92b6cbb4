package io.paxosstore.bitcask;

import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageEngine.Standing;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all shards must know of the store's lost memory (Rules A1, D5): its standing, how often it
 * began to rebuild, stamps, and whom to tell of damage. Thread-safe.
 */
final class Amnesia {
    /** Stamps of one incarnation; a store writes less records while amnesiac. */
    private static final int STAMP_BITS = 24;

    private final StoreFile store;
    private final DamageLog damage;
    private final StorageEngine.Listener listener;
    private final AtomicLong stamps;
    private final LongAdder damagedEntities = new LongAdder();
    private final LongAdder rebuiltEntities = new LongAdder();

    // Raised under the lock of this, after the standing has been changed.
    private volatile int rebuildings;

    Amnesia(StoreFile store, DamageLog damage, StorageEngine.Listener listener) {
        this.store = store;
        this.damage = damage;
        this.listener = listener;
        this.stamps = new AtomicLong((long) store.identity().incarnation() << STAMP_BITS);
    }

    /** Whether entities are amnesiac only where a record is damaged. */
    boolean isWhole() {
        return store.identity().standing() == Standing.WHOLE;
    }

    /** Changes when all entities become amnesiac again, also those that were rebuilt. */
    int rebuildings() {
        return rebuildings;
    }

    /** Changes the standing, durably. */
    synchronized void standing(Standing standing) throws IOException {
        if (standing == Standing.NEW) {
            throw new IllegalArgumentException("a store is NEW only before it is something else");
        }
        store.standing(standing);
        if (standing == Standing.REBUILDING) {
            rebuildings++;
        }
    }

    /** A stamp greater than all before, in this incarnation and in earlier ones. */
    long nextStamp() {
        return stamps.incrementAndGet();
    }

    /** A record of an entity fails its check, and is needed; called once per entity. */
    void found(EntityKey key, long entry, CorruptRecordException what) {
        damagedEntities.increment();
        Path file = Path.of(what.file());
        damage.add(
                new DamageReport(DamageReport.Kind.BAD_RECORD, file, what.offset(), 0, key, entry));
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
