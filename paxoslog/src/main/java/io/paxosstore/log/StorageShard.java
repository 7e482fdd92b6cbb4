package io.paxosstore.log;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.IntPredicate;

/**
 * One shard's view of a storage engine. Every method is called by the shard's own thread only.
 *
 * <p>Life of a record: {@link #append} encodes it into the shard's batch, {@link #commit} hands the
 * batch to the log writer's group commit, the writer makes it durable and wakes the shard, and
 * {@link #drain} makes it visible to {@link #load} and reports its ticket. Tickets are reported in
 * the order of {@code append}.
 */
public interface StorageShard {
    /**
     * What the engine holds of an entity. Records that are not yet drained may be missing: the core
     * asks only for entities that have none.
     *
     * <p>A record that is needed and fails its check (Rules D5, K9) makes the entity amnesiac (Rule
     * A1): the answer says so, now and until a rebuilt record is durable.
     *
     * @param withValue whether the newest chosen entry's value is wanted too
     */
    Stored load(EntityKey key, boolean withValue);

    /**
     * What is held of an entity at this moment, without the newest chosen value: for whoever is not
     * the core. Unlike {@link #load} it may be asked at any time, also of an entity of which
     * records are under way, and takes nothing for lost that is only on its way: it writes nothing,
     * and changes nothing of what the core will be told, but that damage which it comes upon is
     * known from then on, and the owner is told. As it is here, for an engine whose loads do no
     * more.
     */
    default Stored look(EntityKey key) {
        return load(key, false);
    }

    /**
     * How long the stored value of an entity is, about, before it is loaded; 0 when it is known to
     * be short, or when there is none.
     */
    default int valueBytes(EntityKey key) {
        return 0;
    }

    /**
     * Says what will be loaded next, so that an engine can fetch from memory for all of it at once.
     * Without effect on what {@link #load} answers.
     */
    default void willLoad(List<Effects.Load> loads) {}

    /**
     * Walks over all entities of this shard of which anything is held, page by page. Entities that
     * are there from the first page to the last are shown at least once, others may be.
     *
     * @param cursor 0 to begin, else what the page before returned
     * @param entities about how many to show, or to leave out as unwanted
     * @param withChecksums whether the checksums of the chosen values are wanted, which costs a
     *     read from the disk each
     * @return where the next page begins; 0 when this was the last
     */
    long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor);

    /**
     * Walks over the entities of some slots as {@link #page} does, without checksums. As it is
     * here, for an engine that does not know which they are: through all.
     *
     * @param slots which ones; they may become fewer from page to page
     */
    default long slotPage(IntPredicate slots, long cursor, int entities, PageVisitor visitor) {
        return page(cursor, entities, false, visitor.only(slots));
    }

    /**
     * Walks over the entities of one slot as {@link #slotPage} does, and shows what is durable of
     * each; at any time, like {@link #look}. As it is here, for an engine that has no index of it:
     * one look at each.
     *
     * @param cursor 0 to begin, else what the page before returned
     * @return where the next page begins; 0 when this was the last
     */
    default long slotStates(int slot, long cursor, int entities, StateVisitor visitor) {
        return slotPage(
                its -> its == slot,
                cursor,
                entities,
                (key, _, _) -> {
                    Stored stored = look(key);
                    if (stored.version() > 0 || !stored.isSettled()) {
                        visitor.entity(key, stored.version(), stored.isSettled(), valueBytes(key));
                    }
                });
    }

    /**
     * The value of an entity's newest chosen entry, if that is this one; at any time, like {@link
     * #look}.
     *
     * @param version the entry, at least 1
     * @return null if it is not the newest one known to be chosen, or cannot be read
     */
    default @Nullable EntryValue newestValue(EntityKey key, long version) {
        Stored stored = load(key, true);
        return stored.amnesiac() || stored.version() != version ? null : stored.chosenValue();
    }

    /**
     * Walks over the entities as {@link #page} does, and shows about how many bytes each takes on
     * the disk: of a key its newest records, of an entity what is flushed of its data. Garbage that
     * is to be merged or compacted does not count. As it is here, for an engine that does not know.
     *
     * @return where the next step begins; 0 when this was the last
     */
    default long sizes(long cursor, int entities, SizeVisitor visitor) {
        return 0;
    }

    /**
     * The checksum of what is held at an entity's version, as {@link #page} gives it; at any time,
     * like {@link #look}.
     *
     * @return 0 when there is nothing to compare
     */
    default int checksum(EntityKey key) {
        Stored stored = load(key, true);
        EntryValue value = stored.chosenValue();
        // What an amnesiac holds of an entity is no evidence against others.
        return stored.amnesiac() || value == null ? 0 : value.crc();
    }

    /**
     * Makes an entity amnesiac, as if its record were damaged: its content is wrong though it is
     * intact. Ends with a rebuilt record, or with a restart.
     */
    void quarantine(EntityKey key);

    /**
     * Adds a record to the batch. The value's bytes are used until the batch is durable. A rebuilt
     * record of an entity whose data lies beside the log becomes durable after the data of its
     * version (Rule D6).
     */
    void append(LogRecord record, long ticket);

    /**
     * The entity's pending entry is chosen as its newest record states it. Takes effect after the
     * records appended so far; not durable by itself, the next record's {@code version} makes it
     * so.
     */
    void markChosen(EntityKey key, long entry);

    /**
     * Forgets all that is held of the entities of slots, a slice with each of the next drains, in
     * which the node votes no more, or to which it is about to come anew (Rules M4, M10): none of
     * their records is on its way, and none comes before the end. Data beside the log may stay for
     * a while.
     *
     * @param onEnd called when all of it is forgotten
     */
    void forget(IntPredicate slots, Runnable onEnd);

    /** Hands the batch to the log writer; does nothing when the batch is empty. Never blocks. */
    void commit();

    /** Takes over what has become durable. Returns how many records that were. */
    int drain(DurableListener listener);

    /** Bytes appended and not yet durable; what back-pressure goes by. */
    long pendingBytes();

    /** Shown the entities of a page. */
    @FunctionalInterface
    interface PageVisitor {
        /**
         * An entity.
         *
         * @param version its newest chosen entry; 0 when only a promise, an accept or a floor is
         *     held
         * @param checksum of what is held at that version, equal on all replicas: for a key the
         *     CRC32C of that entry's value; 0 when it was not asked for, or cannot be read
         */
        void entity(EntityKey key, long version, int checksum);

        /** Whether an entity is to be shown; what is held of others does not have to be read. */
        default boolean wants(EntityKey key) {
            return true;
        }

        /** One that shows this one the entities of slots alone. */
        default PageVisitor only(IntPredicate slots) {
            return (key, version, checksum) -> {
                if (slots.test(key.slot())) {
                    entity(key, version, checksum);
                }
            };
        }
    }

    /** Shown how far entities are. */
    @FunctionalInterface
    interface StateVisitor {
        /**
         * An entity of which anything is held.
         *
         * @param version its newest entry that is known to be chosen; 0 for none
         * @param isSettled whether that is all that is held of it, see {@link Stored#isSettled}
         * @param valueBytes how long that entry's value is, about; 0 when it is short or not known
         */
        void entity(EntityKey key, long version, boolean isSettled, int valueBytes);
    }

    /** Shown how much entities take. */
    @FunctionalInterface
    interface SizeVisitor {
        /** An entity of this space and slot takes about so many bytes. */
        void entity(int space, int slot, long bytes);
    }

    /** Told of durable records, in the order they were appended. */
    @FunctionalInterface
    interface DurableListener {
        void durable(EntityKey key, long ticket);
    }
}
