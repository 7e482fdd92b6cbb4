package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What one node's disk holds of the spaces of a kind, and the storage engine on it, as the
 * simulator drives them; {@link SimShard} makes a shard of the storage SPI of it. The simulator
 * says when the disk is done; the storage does all its work inside the calls. Used by one thread.
 *
 * <p>Life of a record: {@link #append} puts it into the batch, {@link #commit} hands the batch to
 * the disk, {@link #sync} makes every committed record durable and visible and reports its ticket.
 * After a {@link #crash} exactly a prefix of the records survives, in the order of {@code append}:
 * all that were synced, and as many of the others as chance wills.
 */
public interface SimStorage {
    /** In so many steps slots are forgotten. */
    int FORGET_STEPS = 3;

    /**
     * The node's directory has been opened, at first, after a crash or with a new disk: reads what
     * it holds. Writes nothing.
     */
    default void open(CrashableFileSystem fs, NodeIdentity identity) throws IOException {}

    /** Makes the files that must be there as soon as the store exists. */
    default void makeFirstFiles() throws IOException {}

    /** The identity has begun: the storage may write. */
    default void begin() throws IOException {}

    /**
     * What is held of an entity. The core asks only for entities all of whose records are synced; a
     * storage may throw when it is asked for another.
     *
     * @param withValue whether the newest chosen entry's value is wanted too
     */
    Stored load(EntityKey key, boolean withValue);

    /**
     * What is durable of an entity, without values, whether or not more is being written: what a
     * sweep sees of the own store, and lists of another's.
     */
    Stored look(EntityKey key);

    /** The checksum of the newest chosen value of an entity; 0 when there is nothing to compare. */
    int checksum(EntityKey key);

    /** Walks over the entities of which anything is held, as {@link StorageShard#page} does. */
    long page(long cursor, int entities, boolean withChecksums, StorageShard.PageVisitor visitor);

    /** Walks over those of some slots, as {@link StorageShard#slotPage} does. */
    default long slotPage(
            IntPredicate slots, long cursor, int entities, StorageShard.PageVisitor visitor) {
        return page(cursor, entities, false, visitor.only(slots));
    }

    /** Shows how far those of a slot are, as {@link StorageShard#slotStates} does. */
    default long slotStates(
            int slot, long cursor, int entities, StorageShard.StateVisitor visitor) {
        return slotPage(
                its -> its == slot,
                cursor,
                entities,
                (key, _, _) -> {
                    Stored stored = look(key);
                    visitor.entity(key, stored.version(), stored.isSettled(), 0);
                });
    }

    /** The value of a key's newest chosen entry; see {@link StorageShard#newestValue}. */
    default @Nullable EntryValue newestValue(EntityKey key, long version) {
        return null; // of entities nobody asks for it
    }

    /** How many entities are held, about. */
    long keys();

    /**
     * Adds a record to the batch. A rebuilt record becomes durable after the data of its version,
     * if that lies beside the records (Rule D6).
     */
    void append(LogRecord record, long ticket);

    /**
     * The entity's pending entry is chosen as its newest record states it. Takes effect after the
     * records appended so far; lost by a crash unless a later record's {@code version} tells it.
     */
    void markChosen(EntityKey key, long entry);

    /** Hands the batch to the disk; what is appended later belongs to the next batch. */
    void commit();

    /** The disk is done with all that was committed: reports it in the order of {@code append}. */
    void sync(DurableListener listener);

    /**
     * Power fails: what was not synced survives in part. Afterwards {@code load} answers for every
     * entity, once the storage is open again.
     *
     * @param random decides what survives of the records that were not synced
     */
    void crash(RandomSource random);

    /** The disk is replaced by an empty one: everything is amnesiac until rebuilt (Rule A1). */
    void wipe();

    /** Everything is amnesiac, also what was rebuilt before. */
    void rebuild();

    /** What is not there was never there: no entity is amnesiac any more, but damaged ones. */
    void whole();

    /**
     * These slots are whole: what is not there of them was never there. Which are being rebuilt the
     * node's identity knows already.
     */
    default void slotsWhole(IntPredicate which) {}

    /** Whether nothing is damaged that is not rebuilt, and nothing rebuilt is not durable. */
    boolean isSound();

    /** The newest records of an entity rot: it is amnesiac until rebuilt (Rules A1, D5). */
    void damage(EntityKey key);

    /** An entity's content is wrong though it is intact: it is amnesiac until rebuilt. */
    void quarantine(EntityKey key);

    /**
     * Spaces were dropped, which the node's identity remembers already: their entities are
     * forgotten, and those whose replica goes on with them must be noticed.
     */
    void spacesDropped(int[] spaces);

    /**
     * Does a step of a walk by which what is held of slots is forgotten; see {@link
     * StorageShard#forget}. Anything may happen between two steps.
     *
     * @param step from 0, ascending to {@link #FORGET_STEPS}, exclusive
     */
    void forget(IntPredicate slots, int step);

    /** Those entities of slots whose turn is in a step of {@link #forget}. */
    static Predicate<EntityKey> inStep(IntPredicate slots, int step) {
        return key ->
                Math.floorMod(key.hashCode(), FORGET_STEPS) == step && slots.test(Slots.of(key));
    }

    /** Does a little of the background work, if there is any; at any time. */
    default void work(RandomSource random) {}

    /** Told of durable records, in the order they were appended. */
    @FunctionalInterface
    interface DurableListener {
        /** The record with this ticket is durable. */
        void durable(EntityKey key, long ticket);
    }

    /** Makes the storages of one simulated cluster. */
    @FunctionalInterface
    interface Factory {
        /** Makes an empty storage for a node. */
        SimStorage create(int nodeId, RandomSource random);
    }
}
