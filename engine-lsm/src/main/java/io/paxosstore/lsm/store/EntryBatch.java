package io.paxosstore.lsm.store;

import io.paxosstore.core.Invariant;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/**
 * Entries of any number of entities that become part of the data in one write: those that a shard
 * applies in a turn of its loop. Not thread-safe: its shard's alone, and nobody else applies
 * entries to the entities of that shard.
 *
 * <p>Until {@link #write} nobody sees anything of it, neither in memory nor in the database, but
 * who asks {@link #meta} here. To merges, the purge, long evaluations and whoever else is at work
 * beside the shard, the entries are applied then, all at once; what these change of an entity in
 * the meantime they change before that. So nothing is read of an entity here but its metadata,
 * which only its shard changes: whoever does so in another way (images, appended elements, the
 * entity's removal) has the batch written before. What an entry changes rests on no record that is
 * there: it is the same on all replicas, merged and purged or not.
 *
 * <p>The write holds the locks of all its entities, so that nobody who has read one of them, to
 * change it by what he has read, is overtaken; and memory goes on with the database in one step.
 */
public final class EntryBatch {
    /** As many bytes of records are written at once, even if the turn goes on. */
    static final int BYTES_MAX = 1 << 20;

    private final LsmStore store;
    private final Commits commits;

    /** What the entities will be. */
    private final Map<EntityKey, EntityUpdate> updates = new LinkedHashMap<>();

    private final Batch batch;

    EntryBatch(LsmStore store, Rocks rocks, Commits commits) {
        this.store = store;
        this.commits = commits;
        this.batch = rocks.batch();
    }

    /** Whether there is nothing to write. */
    public boolean isEmpty() {
        return updates.isEmpty();
    }

    /** Whether it should be written before more is added. */
    public boolean isFull() {
        return batch.size() >= BYTES_MAX;
    }

    /** Whether there are entries of an entity, which its data does not show yet. */
    public boolean has(EntityKey entity) {
        return !updates.isEmpty() && updates.containsKey(entity);
    }

    /**
     * An entity's metadata with the entries that are here; the sequence number means nothing then.
     *
     * @return null if nothing was ever applied to it
     */
    public @Nullable EntityMeta meta(EntityKey entity) {
        EntityUpdate update = updates.isEmpty() ? null : updates.get(entity);
        return update == null ? store.meta(entity) : update.meta(0);
    }

    /**
     * Where an entity's data stands with the entries that are here.
     *
     * @return null if nothing was ever applied to it
     */
    public @Nullable EntityStand stand(EntityKey entity) {
        EntityUpdate update = updates.isEmpty() ? null : updates.get(entity);
        return update == null ? store.metas().stand(entity) : update.stand();
    }

    /**
     * Adds entries of an entity that follow each other: their changes, the request table and the
     * version of the last one. Those that are applied already are ignored; a gap breaks an
     * invariant.
     *
     * @param last the last of them
     * @param changes the bytes of {@link EntityChanges} of each
     * @return whether there was anything to add
     * @throws MalformedBytesException if they are not such bytes; nothing was added then
     */
    public boolean add(EntityKey entity, AppliedEntry last, List<byte[]> changes) {
        commits.checkOpen();
        EntityStand before = stand(entity);
        long entryBefore = before == null ? 0 : before.entry();
        if (last.entry() <= entryBefore) {
            return false;
        }
        long first = last.entry() - changes.size() + 1;
        if (first > entryBefore + 1) {
            throw new Invariant.Violation(
                    "entry " + first + " of " + entity + " follows " + entryBefore);
        }
        long number = before == null ? commits.newNumber() : before.number();
        int checksum = before == null ? 0 : before.checksum();
        byte[] metaKey = Keys.meta(entity);
        List<EntityChanges> added = new ArrayList<>(changes.size());
        Batch.Mark mark = batch.mark();
        boolean complete = false;
        try {
            for (long entry = entryBefore + 1; entry <= last.entry(); entry++) {
                byte[] its = changes.get((int) (entry - first));
                EntityChanges decoded = EntityChanges.decode(its);
                for (EntityChanges.Change change : decoded.changes()) {
                    RecordWriter.add(batch, number, metaKey, change);
                }
                added.add(decoded);
                checksum = RunningChecksum.after(checksum, entry, its);
            }
            complete = true;
        } finally {
            if (!complete) {
                batch.returnTo(mark);
            }
        }
        EntityUpdate update = new EntityUpdate(entity, metaKey, number, checksum, last, added);
        updates.put(entity, update.after(updates.get(entity)));
        return true;
    }

    /**
     * Makes all entries part of the data, in one atomic step. To be called with something in it;
     * afterwards, also if it fails, {@link #takeOut} what was in it.
     *
     * @return the sequence number with which they become durable
     * @throws NoRoomException if the disk is full; nothing was changed then
     * @throws LsmFailureException if it fails otherwise: what is there is not known
     */
    public long write() {
        return store.write(batch, updates.values());
    }

    /**
     * Empties it.
     *
     * @param taken told of each entity and its newest entry
     */
    public void takeOut(ObjLongConsumer<EntityKey> taken) {
        updates.forEach((entity, update) -> taken.accept(entity, update.last().entry()));
        updates.clear();
        batch.clear();
    }
}
