package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.ByteBuffer;

/**
 * A record of the list of deadlines: something of an entity has this one, or had it.
 *
 * @param key of the record
 * @param metaKey of the entity's metadata
 * @param millis when, since 1970
 * @param number under which the data lies
 * @param generation of the map or table whose elements they are; 0 for objects
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Deadline(byte[] key, byte[] metaKey, long millis, long number, long generation) {
    static Deadline of(byte[] key, byte[] metaKey) {
        ByteBuffer in = ByteBuffer.wrap(key);
        return new Deadline(key, metaKey, in.getLong(), in.getLong(), in.getLong());
    }

    EntityKey entity() {
        return Keys.entity(metaKey);
    }

    boolean isOfObjects() {
        return generation == 0;
    }

    /** Where what has this deadline is listed in the entity's data. */
    Family family() {
        return isOfObjects() ? Family.HEADS : Family.DATA;
    }

    /** Where it begins there. */
    byte[] begin() {
        return Keys.data(
                number,
                isOfObjects()
                        ? KeyLayout.expiry(millis, 0)
                        : KeyLayout.fieldDeadlinesEnd(generation, millis - 1));
    }

    /** Where it ends there. */
    byte[] end() {
        return Keys.data(
                number,
                isOfObjects()
                        ? KeyLayout.expiriesEnd(millis)
                        : KeyLayout.fieldDeadlinesEnd(generation, millis));
    }
}
