package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.Cursor;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Reads an entity's image page by page, all of one version. Not thread-safe; close it. */
public final class ImageExport implements AutoCloseable {
    /** Bytes of a record in a page besides key and value, at most. */
    private static final int RECORD_EXTRA_BYTES = 10;

    private static final byte[] FIRST_KEY = {0};
    private static final byte[] LAST_KEY = {(byte) 0xff};

    private final SnapshotState state;
    private final EntityMeta meta;
    private final Cursor cursor;
    private ImagePage.@Nullable KeyValue ahead;
    private int pages;
    private boolean ended;

    ImageExport(SnapshotState state, EntityMeta meta) {
        this.state = state;
        this.meta = meta;
        this.cursor = state.scan(FIRST_KEY, LAST_KEY);
    }

    private void moveAhead() {
        ahead = cursor.next() ? new ImagePage.KeyValue(cursor.key(), cursor.value()) : null;
    }

    /** What the image is of. */
    public EntityMeta meta() {
        return meta;
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
            moveAhead();
        }
        List<ImagePage.KeyValue> records = new ArrayList<>();
        long bytes = 0;
        ImagePage.KeyValue record = ahead;
        while (record != null) {
            bytes += record.key().length + record.value().length + RECORD_EXTRA_BYTES;
            if (bytes > bytesMax && !records.isEmpty()) {
                break;
            }
            records.add(record);
            moveAhead();
            record = ahead;
        }
        ended = record == null;
        return ImagePage.encode(pages++, ended, pages == 1 ? meta : null, records);
    }

    @Override
    public void close() {
        cursor.close();
        state.close();
    }
}
