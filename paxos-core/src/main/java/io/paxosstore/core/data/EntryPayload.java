package io.paxosstore.core.data;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.StateMachine;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * What an entry's value says, decoded: when it was proposed, which requests are remembered, and the
 * state of the entity after it. For key-value entities the newest entry is the whole image.
 *
 * <pre>
 *  format (u8 = 1) | clock, milliseconds (u64) | state length (u32) | state | request table
 * </pre>
 *
 * @param clockMillis the proposer's wall clock, never below the entry's before
 * @param table the recent requests
 * @param state what the state machine made
 */
@SuppressWarnings("ArrayRecordComponent")
public record EntryPayload(long clockMillis, RequestTable table, byte[] state) {
    private static final byte FORMAT = 1;
    private static final int STATE_OFFSET = 13;

    /** The payload before entry 1. */
    static EntryPayload nothing() {
        return new EntryPayload(0, new RequestTable(), StateMachine.NO_STATE);
    }

    /** The payload of a no-op: the entity as it is (Rule F3). */
    static byte[] unchanged(@Nullable EntryValue chosen) {
        return chosen == null ? nothing().encode() : chosen.payload();
    }

    byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(STATE_OFFSET + state.length + table.encodedBytesMax());
        out.put(FORMAT).putLong(clockMillis).putInt(state.length).put(state);
        table.encode(out);
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }

    static EntryPayload decode(EntryValue value) {
        ByteBuffer in = header(value);
        long clock = in.getLong();
        byte[] state = new byte[in.getInt()];
        in.get(state);
        return new EntryPayload(clock, RequestTable.decode(in), state);
    }

    /** The clock alone. */
    static long clockOf(EntryValue value) {
        return header(value).getLong();
    }

    /** The state alone, without a copy. */
    static ByteBuffer stateSlice(EntryValue value) {
        ByteBuffer in = header(value);
        in.getLong();
        int length = in.getInt();
        return in.slice(in.position(), length);
    }

    /** The state of a key after this entry, alone; also for who looks at a store from outside. */
    public static byte[] stateOf(EntryValue value) {
        ByteBuffer in = header(value);
        in.getLong();
        byte[] state = new byte[in.getInt()];
        in.get(state);
        return state;
    }

    private static ByteBuffer header(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        byte format = in.get();
        Invariant.check(format == FORMAT, "unknown payload format");
        return in;
    }
}
