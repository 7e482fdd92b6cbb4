package io.paxosstore.bench.tables;

import io.paxosstore.core.ValueId;
import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.lsm.store.LsmConfig;
import io.paxosstore.lsm.store.LsmListener;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.lsm.store.StoredState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToLongFunction;

/**
 * Tables in a store of their own: one for each entity, all with the same rows. Reads and writes are
 * evaluated and applied as a replica does it. Thread-safe as far as each table has one writer at a
 * time.
 */
final class StoredTables implements AutoCloseable {
    private static final int SPACE = 1;
    private static final byte[] FIRST_KEY = {0};
    private static final byte[] LAST_KEY = {(byte) 0xff};
    private static final byte[] REQUESTS = new byte[64];
    private static final long SETTLE_NANOS = TimeUnit.MINUTES.toNanos(5);
    private static final long SETTLE_MILLIS = 100;

    private final Layout layout;
    private final LsmStore store;
    private final AtomicLong entryBytes = new AtomicLong();

    private StoredTables(Layout layout, LsmStore store) {
        this.layout = layout;
        this.store = store;
    }

    /** Opens or creates a store. */
    static StoredTables open(Layout layout, Path directory, LsmConfig config) {
        return new StoredTables(layout, LsmStore.open(directory, config, new Failing()));
    }

    LsmStore store() {
        return store;
    }

    Layout layout() {
        return layout;
    }

    /** Bytes of all entries, which a journal would hold. */
    long entryBytes() {
        return entryBytes.get();
    }

    private static EntityKey key(long table) {
        return new EntityKey(SPACE, ByteBuffer.allocate(Long.BYTES).putLong(table).array());
    }

    /** Makes one table by operations, merges it, and copies it. */
    void load(long tables, int rows) {
        for (MultiOp creation : layout.creation(rows)) {
            write(0, creation);
        }
        mergeAll();
        byte[] image = image(0);
        for (long table = 1; table < tables; table++) {
            store.apply(key(table), applied(1), List.of(image));
        }
        mergeAll(); // what was copied is noted as if it had to be merged
        store.flush();
    }

    private byte[] image(long table) {
        List<EntityChanges.Change> records = new ArrayList<>();
        try (SnapshotState state = store.read(key(table));
                RecordCursor cursor = state.scan(FIRST_KEY, LAST_KEY)) {
            while (cursor.next()) {
                records.add(new EntityChanges.Put(cursor.key(), cursor.value()));
            }
        }
        return new EntityChanges(records).encode();
    }

    private static AppliedEntry applied(long entry) {
        return new AppliedEntry(
                entry, new ValueId(1, 1, entry), System.currentTimeMillis(), REQUESTS);
    }

    /** Merges all there is. */
    void mergeAll() {
        store.merges().all();
        while (store.merges().step().done()) {
            Thread.onSpinWait();
        }
    }

    /** Waits until what was written is flushed and compacted; at most so long. */
    void settle() throws InterruptedException {
        store.flush();
        long end = System.nanoTime() + SETTLE_NANOS;
        while (store.stats().compactionPendingBytes() > 0 && System.nanoTime() < end) {
            Thread.sleep(SETTLE_MILLIS);
        }
    }

    /** Reads a row, and checks that it is the one. */
    Object read(long table, long row) {
        try (StoredState state = store.readRecent(key(table))) {
            Object read = answer(state, layout.read(row));
            if (!layout.shows(read, row)) {
                throw new IllegalStateException("Row " + row + " of table " + table + " is wrong.");
            }
            return read;
        }
    }

    private static Object answer(StoredState state, MultiOp question) {
        EntryBuilder builder = new EntryBuilder(state, System.currentTimeMillis());
        MultiOpResult result = builder.execute(question);
        return ((MultiOpResult.Executed) result).results().getFirst();
    }

    /** Asks a table, which stays the same meanwhile. */
    long ask(long table, ToLongFunction<Layout.Answers> questions) {
        try (StoredState state = store.readRecent(key(table))) {
            return questions.applyAsLong(question -> answer(state, question));
        }
    }

    /** Changes a row. */
    void update(long table, long row, long stamp) {
        Object read = layout.readsToUpdate() ? read(table, row) : "";
        write(table, layout.update(row, read, stamp));
    }

    private void write(long table, MultiOp multiOp) {
        EntityKey key = key(table);
        byte[] changes;
        long entry;
        try (StoredState state = store.readRecent(key)) {
            EntryBuilder builder = new EntryBuilder(state, System.currentTimeMillis());
            if (!(builder.execute(multiOp) instanceof MultiOpResult.Executed)) {
                throw new IllegalStateException("A write was refused.");
            }
            changes = builder.changes().encode();
            entry = state.entry() + 1;
        }
        entryBytes.addAndGet(changes.length);
        store.apply(key, applied(entry), List.of(changes));
    }

    @Override
    public void close() {
        store.close();
    }

    private static final class Failing implements LsmListener {
        @Override
        public void failed(String what) {
            throw new IllegalStateException(what);
        }

        @Override
        public void damaged(String file, String what) {
            throw new IllegalStateException(file + ": " + what);
        }
    }
}
