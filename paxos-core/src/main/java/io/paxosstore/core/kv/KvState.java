package io.paxosstore.core.kv;

import io.paxosstore.core.StateMachine;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The state of one key as an entry carries it.
 *
 * <pre>
 *  0        1                9                17
 *  +--------+----------------+----------------+---------------
 *  | kind   | version        | expiresAt      | value ...
 *  +--------+----------------+----------------+---------------
 *  kind: 1 value, 2 tombstone (without expiresAt and value); big-endian
 * </pre>
 *
 * <p>The version counts the key's changes: every write that takes effect has one of its own,
 * greater by one than that of the change before it, removals included. It is part of the state, so
 * that it goes on after a removal and after an expiry, and a version that a client was told never
 * names another value. A store of before the count holds the id of the entry that made the last
 * change; the count goes on from there, since no greater version was ever told.
 */
public final class KvState {
    private static final byte VALUE = 1;
    private static final byte TOMBSTONE = 2;
    private static final int EXPIRY_OFFSET = 9;
    private static final int VALUE_OFFSET = 17;

    private KvState() {}

    static byte[] value(long version, long expiresAtMillis, byte[] value) {
        return ByteBuffer.allocate(VALUE_OFFSET + value.length)
                .put(VALUE)
                .putLong(version)
                .putLong(expiresAtMillis)
                .put(value)
                .array();
    }

    static byte[] tombstone(long version) {
        return ByteBuffer.allocate(9).put(TOMBSTONE).putLong(version).array();
    }

    /**
     * Whether the key has a value. When it expires is for the entries to say: what a read is
     * answered is what is left of the state by the newest entry's clock (Rule X1).
     */
    public static boolean isPresent(byte[] state) {
        return state.length != StateMachine.NO_STATE.length && state[0] == VALUE;
    }

    /** At which clock of an entry the value is gone; {@link Long#MAX_VALUE} for never. */
    static long deadlineMillis(ByteBuffer state) {
        if (state.remaining() == StateMachine.NO_STATE.length || state.get(0) != VALUE) {
            return Long.MAX_VALUE;
        }
        long expiresAt = state.getLong(EXPIRY_OFFSET);
        return expiresAt == 0 ? Long.MAX_VALUE : expiresAt;
    }

    /** The version of the last change of all, whether a value is left of it or not; 0 for none. */
    public static long lastVersion(byte[] state) {
        return state.length == StateMachine.NO_STATE.length ? 0 : ByteBuffer.wrap(state).getLong(1);
    }

    /** The version of the present value; 0 when the key is absent. */
    public static long version(byte[] state) {
        return isPresent(state) ? ByteBuffer.wrap(state).getLong(1) : 0;
    }

    /** The value; null when the key is absent. */
    public static byte @Nullable [] value(byte[] state) {
        return isPresent(state) ? Arrays.copyOfRange(state, VALUE_OFFSET, state.length) : null;
    }

    /** The value's bytes without a copy; the key must be present. */
    public static ByteBuffer valueSlice(byte[] state) {
        return ByteBuffer.wrap(state, VALUE_OFFSET, state.length - VALUE_OFFSET);
    }

    /** When a present value expires, milliseconds since 1970; 0 for never. */
    public static long expiresAtMillis(byte[] state) {
        return ByteBuffer.wrap(state).getLong(EXPIRY_OFFSET);
    }
}
