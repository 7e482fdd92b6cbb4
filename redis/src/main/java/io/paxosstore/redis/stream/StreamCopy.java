package io.paxosstore.redis.stream;

import io.paxosstore.protocol.model.MapOperation.Field;
import io.paxosstore.redis.data.Keyspace;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Copies streams, with their groups. */
public final class StreamCopy {
    /** So many bytes of rows are copied at a time. */
    private static final int PART_BYTES = 1 << 20;

    private StreamCopy() {}

    /**
     * Copies a stream to a key where nothing is.
     *
     * @throws io.paxosstore.redis.resp.RedisError if it is too large
     */
    public static void copy(Keyspace keys, byte[] from, byte[] to) {
        Rows copy = new Rows(keys, to);
        Iterator<Field> rows = new Rows(keys, from).scan(StreamLayout.all(), false, Long.MAX_VALUE);
        List<Field> part = new ArrayList<>();
        long bytes = 0;
        while (rows.hasNext()) {
            Field row = rows.next();
            part.add(row);
            bytes += row.name().length + row.value().length;
            if (bytes > PART_BYTES) {
                copy.put(part);
                part.clear();
                bytes = 0;
            }
        }
        copy.put(part);
    }
}
