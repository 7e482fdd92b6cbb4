package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.lsm.model.TableRecords;
import io.paxosstore.lsm.store.EntityLocks.EntityLock;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.table.MergeStep;
import io.paxosstore.table.Region;

import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksIterator;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Merges delta tables into main tables, step by step. A step is made from a snapshot without any
 * lock; its result is written in one batch, under the entity's lock, which is held for no longer
 * than that. Entries that are applied in between lose nothing, see {@link MergeStep}; if the data
 * was replaced by an image in between, the step is thrown away. One thread at a time may call
 * {@link #step}; everything else is thread-safe.
 */
public final class TableMerges {
    private final LsmStore store;
    private final Rocks rocks;
    private final MergeConfig config;
    private final DeltaCounts counts;

    /** How often data was replaced other than by entries. */
    private final AtomicLong replacements = new AtomicLong();

    /** The table that is being merged, and where; null if none is. For the merging thread. */
    private @Nullable MergeTarget target;

    private byte[] from = {};

    /** The entity's newest write when the step before ended. */
    private long sequence;

    /** Whether nothing was written to the entity since the merge of the table began. */
    private boolean quiet;

    /** Where the pass over all tables with delta records goes on; null if none runs. */
    private final AtomicReference<byte @Nullable []> passFrom = new AtomicReference<>();

    private final LongAdder steps = new LongAdder();
    private final LongAdder merges = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    TableMerges(LsmStore store, Rocks rocks, MergeConfig config) {
        this.store = store;
        this.rocks = rocks;
        this.config = config;
        this.counts = new DeltaCounts(config);
    }

    /**
     * What a step did.
     *
     * @param done whether there was anything to do
     * @param damaged the entity whose table cannot be merged, because it is damaged; null if it can
     */
    public record Outcome(boolean done, @Nullable EntityKey damaged, String cause) {
        static final Outcome NOTHING = new Outcome(false, null, "");
        static final Outcome DONE = new Outcome(true, null, "");
    }

    /** Entries were applied, and are written. */
    void applied(EntityUpdate update) {
        List<EntityChanges> entries = Objects.requireNonNullElse(update.changes(), List.of());
        for (EntityChanges entry : entries) {
            applied(update.entity(), update.number(), entry);
        }
    }

    private void applied(EntityKey entity, long number, EntityChanges changes) {
        Map<MergeTarget, ObjectHeader.Table> tables = tables(entity, number, changes);
        if (tables.isEmpty()) {
            return;
        }
        Map<Long, Long> deltas = new HashMap<>();
        for (EntityChanges.Change change : changes.changes()) {
            if (change instanceof EntityChanges.Put put && KeyLayout.isElement(put.key())) {
                long generation = KeyLayout.generationOfElement(put.key());
                if (KeyLayout.isDelta(put.key(), generation)) {
                    deltas.merge(generation, 1L, Long::sum);
                }
            }
        }
        tables.forEach((target, table) ->
                counts.added(target, deltas.getOrDefault(table.generation(), 0L), table.rows()));
    }

    /** The tables that an entry wrote to. */
    private static Map<MergeTarget, ObjectHeader.Table> tables(
            EntityKey entity, long number, EntityChanges changes) {
        Map<MergeTarget, ObjectHeader.Table> tables = new LinkedHashMap<>();
        for (EntityChanges.Change change : changes.changes()) {
            if (change instanceof EntityChanges.Put put
                    && KeyLayout.isHeader(put.key())
                    && ObjectHeader.isTable(put.value())
                    && ObjectHeader.decode(put.value()) instanceof ObjectHeader.Table table) {
                String name = KeyLayout.nameOf(put.key());
                tables.put(new MergeTarget(number, table.generation(), entity, name), table);
            }
        }
        return tables;
    }

    /** Data was replaced by an image. Call with the entity's lock held since before the write. */
    void replaced() {
        replacements.incrementAndGet();
    }

    /** Makes all tables due that have delta records now, however few. Any thread. */
    public void all() {
        passFrom.compareAndSet(null, new byte[0]);
    }

    /**
     * Merges a bounded part of the delta table that is due for the longest time. The others who use
     * the store go on meanwhile. One thread at a time.
     *
     * @throws NoRoomException if the disk is full
     */
    public Outcome step() {
        MergeTarget mine = target == null ? next() : target;
        if (mine == null) {
            return Outcome.NOTHING;
        }
        long replacementsThen;
        try (EntityLock _ = store.locks().hold(mine.entity())) {
            // Of a replacement that is counted here, the snapshot has the data.
            replacementsThen = replacements.get();
        }
        if (!mine.equals(target)) {
            target = mine;
            from = new byte[0];
            quiet = true;
            sequence = 0;
        }
        try (SnapshotState state = store.read(mine.entity())) {
            EntityMeta meta = state.meta();
            if (meta == null || !isThere(state, meta, mine)) {
                forget(mine, replacementsThen);
                return Outcome.DONE;
            }
            quiet &= sequence == 0 || sequence == meta.sequence();
            MergeStep.Result result =
                    MergeStep.of(
                            new TableRecords(state, mine.generation()), from, config.stepBytes());
            try (EntityLock _ = store.locks().hold(mine.entity())) {
                if (replacementsThen == replacements.get()) {
                    write(mine, meta, result);
                }
            }
            return Outcome.DONE;
        } catch (DamagedTableException | MalformedBytesException e) {
            target = null;
            counts.done(mine);
            return new Outcome(true, mine.entity(), String.valueOf(e.getMessage()));
        }
    }

    private @Nullable MergeTarget next() {
        MergeTarget due = counts.next();
        return due == null ? nextOfPass() : due;
    }

    private @Nullable MergeTarget nextOfPass() {
        byte[] begin = passFrom.get();
        if (begin == null) {
            return null;
        }
        try (ReadOptions options = new ReadOptions();
                RocksIterator iterator =
                        rocks.db().newIterator(rocks.handle(Family.MERGE), options)) {
            iterator.seek(begin);
            if (iterator.isValid()) {
                byte[] key = iterator.key();
                passFrom.set(Arrays.copyOf(key, key.length + 1));
                return MergeTarget.decode(key, iterator.value());
            }
            rocks.endWalk("The list of tables to merge", iterator);
        }
        passFrom.set(null);
        return null;
    }

    /** Whether the table is still the one that was written. */
    private static boolean isThere(SnapshotState state, EntityMeta meta, MergeTarget mine) {
        if (meta.number() != mine.number()) {
            return false;
        }
        byte[] header = state.get(KeyLayout.header(mine.name()));
        return header != null
                && ObjectHeader.decode(header) instanceof ObjectHeader.Table table
                && table.generation() == mine.generation();
    }

    /**
     * Removes the marker of a table that is no more; not that of one which is yet to come, or has
     * got another name.
     */
    private void forget(MergeTarget mine, long replacementsThen) {
        target = null;
        counts.done(mine);
        try (EntityLock _ = store.locks().hold(mine.entity())) {
            if (replacementsThen != replacements.get()
                    || store.isInstalling(mine.entity(), mine.number())) {
                return;
            }
            byte[] marker = rocks.get(Family.MERGE, mine.key());
            if (marker != null
                    && MergeTarget.decode(mine.key(), marker).equals(mine)
                    && !isBack(mine)) {
                Batch batch = rocks.batch();
                batch.delete(Family.MERGE, mine.key());
                rocks.write(batch);
            }
        }
    }

    /** Whether it has its name again by now. Call with the entity's lock held. */
    private boolean isBack(MergeTarget mine) {
        try (SnapshotState now = store.read(mine.entity())) {
            EntityMeta meta = now.meta();
            return meta != null && isThere(now, meta, mine);
        }
    }

    /** Call with the entity's lock held. */
    private void write(MergeTarget mine, EntityMeta meta, MergeStep.Result result) {
        Batch batch = rocks.batch();
        try (SnapshotState now = store.read(mine.entity())) {
            EntityMeta metaNow = now.meta();
            if (metaNow == null || !isThere(now, metaNow, mine)) {
                target = null; // its marker is found again
                return;
            }
            boolean unchanged = metaNow.sequence() == meta.sequence();
            TableRecords current = new TableRecords(now, mine.generation());
            for (MergeStep.Change change : result.changes()) {
                byte[] key = current.key(change.region(), change.key());
                byte[] value = change.value();
                if (value == null) {
                    batch.delete(Family.of(key), Keys.data(mine.number(), key));
                } else {
                    batch.put(Family.of(key), Keys.data(mine.number(), key), value);
                }
            }
            for (MergeStep.Merged delta : result.deltas()) {
                boolean same =
                        unchanged
                                || Arrays.equals(
                                        current.get(Region.DELTA, delta.key()), delta.record());
                if (same) {
                    byte[] key = current.key(Region.DELTA, delta.key());
                    batch.delete(Family.DATA, Keys.data(mine.number(), key));
                }
            }
            quiet &= unchanged;
            sequence = metaNow.sequence();
            byte[] next = result.next();
            boolean ended = next == null;
            if (ended && quiet) {
                batch.delete(Family.MERGE, mine.key());
            }
            store.metas().changed(mine.entity());
            rocks.write(batch);
            steps.increment();
            bytes.add(batch.size());
            from = next == null ? new byte[0] : next;
            if (ended) {
                target = null;
                counts.done(mine);
                merges.increment();
            }
        }
    }

    /** Figures. Any thread. */
    public MergeStats stats() {
        return new MergeStats(steps.sum(), merges.sum(), bytes.sum(), counts.dueCount());
    }
}
