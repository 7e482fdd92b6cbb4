package io.paxosstore.lsm.entity;

import io.paxosstore.lsm.model.EntityState;
import io.paxosstore.lsm.model.LogicalContent;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.protocol.bytes.ByteWriter;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.function.LongPredicate;

/**
 * The digest of an entity: the first eight bytes of SHA-256 over its newest entry (id, the value's
 * id, the clock, the recent requests of Rule E1) and over all records of its {@link
 * LogicalContent}, each part with its length. Not thread-safe; used once.
 */
final class EntityDigest {
    private static final int HEAD_BYTES = 48;
    private static final int LENGTHS_BYTES = 2 * Integer.BYTES;

    private final MessageDigest digest;
    private final ByteBuffer lengths = ByteBuffer.allocate(LENGTHS_BYTES);
    private final LongPredicate goesOn;

    private EntityDigest(LongPredicate goesOn) {
        this.goesOn = goesOn;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    /**
     * Reads a state.
     *
     * @param newest the state's newest entry
     * @param goesOn told after each record how many bytes were read; false ends it
     * @return null if it was ended
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if something is damaged
     */
    static @Nullable Long of(EntityState state, AppliedEntry newest, LongPredicate goesOn) {
        EntityDigest reading = new EntityDigest(goesOn);
        ByteWriter head = new ByteWriter(HEAD_BYTES);
        head.putLong(newest.entry()).putLong(newest.clockMillis());
        head.putInt(newest.proposal().proposer()).putInt(newest.proposal().incarnation());
        head.putLong(newest.proposal().sequence());
        return reading.record(head.toBytes(), newest.requestTable())
                        && LogicalContent.of(state, reading::record)
                ? Long.valueOf(ByteBuffer.wrap(reading.digest.digest()).getLong())
                : null;
    }

    private boolean record(byte[] key, byte[] value) {
        digest.update(lengths.clear().putInt(key.length).putInt(value.length).flip());
        digest.update(key);
        digest.update(value);
        return goesOn.test((long) key.length + value.length);
    }
}
