package io.paxosstore.lsm.store;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.charset.StandardCharsets;

/**
 * A table that has delta records, as the family {@code merge} names it.
 *
 * <pre>
 *  key:   number (u64) generation (u64)
 *  value: bytes space (u32) id, bytes name
 * </pre>
 *
 * @param number under which its entity's data lies
 * @param generation of the table
 */
record MergeTarget(long number, long generation, EntityKey entity, String name) {
    byte[] key() {
        return key(number, generation);
    }

    static byte[] key(long number, long generation) {
        return new ByteWriter(2 * Long.BYTES).putLong(number).putLong(generation).toBytes();
    }

    static byte[] value(byte[] metaKey, String name) {
        return new ByteWriter(64)
                .putBytes(metaKey)
                .putBytes(name.getBytes(StandardCharsets.UTF_8))
                .toBytes();
    }

    static MergeTarget decode(byte[] key, byte[] value) {
        ByteReader where = ByteReader.of(key);
        long number = where.getLong();
        long generation = where.getLong();
        ByteReader what = ByteReader.of(value);
        EntityKey entity = Keys.entity(what.getBytes());
        String name = new String(what.getBytes(), StandardCharsets.UTF_8);
        return new MergeTarget(number, generation, entity, name);
    }
}
