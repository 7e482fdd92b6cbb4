package io.paxosstore.lsm.store;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * An entity as it is now, for the thread that applies its entries, which applies none meanwhile:
 * what is known of it in memory is not read from the database. Not thread-safe; close it soon.
 *
 * <p>The background may change how a table's rows are stored (merges), and remove what has expired
 * for every entry to come (purge), between one record that comes from memory and another that comes
 * from the snapshot, which is taken with the first of these. Neither changes what anybody sees: a
 * row of the delta counts whether or not it is in the main table, too; and an object that has
 * expired is told by its header. A main table's index of blocks is looked up when the snapshot has
 * been taken from which the blocks come: what memory says then, of the generation from before, a
 * merge has not changed in between.
 */
public final class RecentState implements StoredState {
    private final EntityMetas metas;
    private final EntityKey entity;
    private final @Nullable EntityMeta meta;
    private final long generation;
    private @Nullable SnapshotState snapshot;

    /**
     * @param meta the entity's now; null for none
     * @param generation of what is in memory
     */
    RecentState(EntityMetas metas, EntityKey entity, @Nullable EntityMeta meta, long generation) {
        this.metas = metas;
        this.entity = entity;
        this.meta = meta;
        this.generation = generation;
    }

    @Override
    public long entry() {
        return meta == null ? 0 : meta.applied().entry();
    }

    @Override
    public long clockMillis() {
        return meta == null ? 0 : meta.applied().clockMillis();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an empty value is another thing
    public byte @Nullable [] get(byte[] key) {
        if (meta == null) {
            return null;
        }
        if (KeyLayout.isBlocks(key)) {
            var _ = snapshot();
        }
        byte[] known = metas.record(entity, generation, key);
        if (known != null) {
            return known == RecentEntity.NONE ? null : known;
        }
        byte[] value = snapshot().get(key);
        metas.recordRead(entity, generation, key, value);
        return value;
    }

    @Override
    public RecordCursor scan(byte[] from, byte[] to) {
        return snapshot().scan(from, to);
    }

    @Override
    public RecordCursor scanReverse(byte[] from, byte[] to) {
        return snapshot().scanReverse(from, to);
    }

    private SnapshotState snapshot() {
        SnapshotState taken = snapshot;
        if (taken == null) {
            taken = metas.snapshot(meta);
            snapshot = taken;
        }
        return taken;
    }

    @Override
    public void close() {
        SnapshotState taken = snapshot;
        if (taken != null) {
            taken.close();
        }
    }
}
