package io.paxosstore.lsm.store;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.lsm.model.AppendedElements;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Reads an entity's image page by page, all of one version; or the appended elements only. Not
 * thread-safe; close it.
 */
public final class ImageExport implements AutoCloseable {
    private static final byte[] FIRST_KEY = {0};
    private static final byte[] LAST_KEY = {(byte) 0xff};

    private final EntityMeta meta;
    private final long above;
    private final Source source;
    private EntityChanges.@Nullable Put ahead;
    private int pages;
    private boolean ended;

    /** Where the records come from. */
    private interface Source extends AutoCloseable {
        EntityChanges.@Nullable Put next();

        @Override
        void close();
    }

    private ImageExport(EntityMeta meta, long above, Source source) {
        this.meta = meta;
        this.above = above;
        this.source = source;
    }

    /**
     * What brings the holder of an older version to that of a state, which is closed in the end.
     *
     * @param above the version that is held; 0 for the whole image
     * @throws IllegalStateException if there is nothing to read
     */
    static ImageExport of(EntityKey entity, SnapshotState state, long above) {
        boolean kept = false;
        try {
            EntityMeta meta = state.meta();
            if (meta == null) {
                throw new IllegalStateException("The entity " + entity + " was never written.");
            }
            List<EntityChanges.Put> appended =
                    above > 0 && above < state.entry()
                            ? AppendedElements.since(state, above, ImagePage.APPENDED_BYTES_MAX)
                            : null;
            kept = appended == null;
            return appended == null
                    ? new ImageExport(meta, 0, new Records(state))
                    : new ImageExport(meta, above, new Gathered(appended.iterator()));
        } finally {
            if (!kept) {
                state.close();
            }
        }
    }

    /** What the image is of. */
    public EntityMeta meta() {
        return meta;
    }

    /** Whether these are the appended elements only. */
    public boolean isAppended() {
        return above > 0;
    }

    /**
     * The next page; null after the last.
     *
     * @param bytesMax most bytes of its records; a page has one at least, however long
     */
    public byte @Nullable [] next(int bytesMax) {
        if (ended) {
            return null;
        }
        if (pages == 0) {
            ahead = source.next();
        }
        List<EntityChanges.Put> records = new ArrayList<>();
        long bytes = 0;
        EntityChanges.Put record = ahead;
        while (record != null) {
            bytes +=
                    record.key().length
                            + record.value().length
                            + AppendedElements.RECORD_EXTRA_BYTES;
            if (bytes > bytesMax && !records.isEmpty()) {
                break;
            }
            records.add(record);
            record = source.next();
            ahead = record;
        }
        ended = record == null;
        int index = pages++;
        return index == 0
                ? ImagePage.encodeFirst(ended, meta, above, records)
                : ImagePage.encode(index, ended, records);
    }

    @Override
    public void close() {
        source.close();
    }

    private static final class Records implements Source {
        private final SnapshotState state;
        private final RecordCursor cursor;

        Records(SnapshotState state) {
            this.state = state;
            this.cursor = state.scan(FIRST_KEY, LAST_KEY);
        }

        @Override
        public EntityChanges.@Nullable Put next() {
            return cursor.next() ? new EntityChanges.Put(cursor.key(), cursor.value()) : null;
        }

        @Override
        public void close() {
            cursor.close();
            state.close();
        }
    }

    private record Gathered(Iterator<EntityChanges.Put> records) implements Source {
        @Override
        public EntityChanges.@Nullable Put next() {
            return records.hasNext() ? records.next() : null;
        }

        @Override
        public void close() {}
    }
}
