package io.paxosstore.lsm.store;

import io.paxosstore.protocol.key.EntityKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** The keys of the column families, see {@link Family}. */
final class Keys {
    static final byte[] FORMAT = "format".getBytes(StandardCharsets.US_ASCII);
    static final byte[] SEQUENCE = "sequence".getBytes(StandardCharsets.US_ASCII);
    static final byte[] NUMBER = "number".getBytes(StandardCharsets.US_ASCII);

    static final int EXPIRY_BYTES = 3 * Long.BYTES;

    private Keys() {}

    static byte[] meta(EntityKey entity) {
        return ByteBuffer.allocate(Integer.BYTES + entity.key().length)
                .putInt(entity.space())
                .put(entity.key())
                .array();
    }

    /** Where the metadata of a space's entities begins. */
    static byte[] space(int space) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(space).array();
    }

    static EntityKey entity(byte[] metaKey) {
        ByteBuffer in = ByteBuffer.wrap(metaKey);
        int space = in.getInt();
        byte[] id = new byte[in.remaining()];
        in.get(id);
        return new EntityKey(space, id);
    }

    static byte[] data(long number, byte[] key) {
        return ByteBuffer.allocate(Long.BYTES + key.length).putLong(number).put(key).array();
    }

    static byte[] expiry(long deadlineMillis, long number, long generation) {
        return ByteBuffer.allocate(EXPIRY_BYTES)
                .putLong(deadlineMillis)
                .putLong(number)
                .putLong(generation)
                .array();
    }

    /** A number; in the data family, where the data under it begins. */
    static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
