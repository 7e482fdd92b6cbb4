package io.paxosstore.core;

import java.nio.ByteBuffer;

/** Reads what an entry's value says by its documented format, for checkers outside this package. */
public final class EntryInspection {
    private static final int STATE_LENGTH_OFFSET = 9;

    private EntryInspection() {}

    /** What an entry of a general PaxosLog changes. */
    public static byte[] changes(EntryValue value) {
        return ChangesPayload.decode(value).changes();
    }

    /** The clock of an entry of a general PaxosLog. */
    public static long clockMillis(EntryValue value) {
        return ChangesPayload.decode(value).clockMillis();
    }

    /** The entity's state after the entry; of a key-value entity. */
    public static byte[] state(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        byte[] state = new byte[in.getInt(STATE_LENGTH_OFFSET)];
        in.get(STATE_LENGTH_OFFSET + Integer.BYTES, state);
        return state;
    }
}
