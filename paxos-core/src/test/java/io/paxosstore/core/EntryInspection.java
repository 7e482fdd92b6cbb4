package io.paxosstore.core;

import java.nio.ByteBuffer;

/** Reads what an entry's value says by its documented format, for checkers outside this package. */
public final class EntryInspection {
    private static final int STATE_LENGTH_OFFSET = 9;

    private EntryInspection() {}

    /** The entity's state after the entry. */
    public static byte[] state(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        byte[] state = new byte[in.getInt(STATE_LENGTH_OFFSET)];
        in.get(STATE_LENGTH_OFFSET + Integer.BYTES, state);
        return state;
    }
}
