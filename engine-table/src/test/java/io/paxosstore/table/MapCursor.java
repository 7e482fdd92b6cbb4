package io.paxosstore.table;

import io.paxosstore.log.record.RecordCursor;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.Map;
import java.util.Objects;

/** Walks over entries of a map. Not thread-safe. */
public final class MapCursor implements RecordCursor {
    private final Iterator<Map.Entry<byte[], byte[]>> entries;
    private Map.@Nullable Entry<byte[], byte[]> here;

    /** Walks over what an iterator gives. */
    public MapCursor(Iterator<Map.Entry<byte[], byte[]>> entries) {
        this.entries = entries;
    }

    @Override
    public boolean next() {
        here = entries.hasNext() ? entries.next() : null;
        return here != null;
    }

    @Override
    public byte[] key() {
        return Objects.requireNonNull(here).getKey();
    }

    @Override
    public byte[] value() {
        return Objects.requireNonNull(here).getValue();
    }

    @Override
    public void close() {
        here = null;
    }
}
