package io.paxosstore.sim.check;

import io.paxosstore.core.EntryValue;
import io.paxosstore.protocol.bytes.ByteReader;

import java.nio.ByteBuffer;

/**
 * Reads what an entry's value says by its documented format (docs/formats.md), without the code
 * that is checked.
 */
public final class EntryInspection {
    private static final int STATE_LENGTH_OFFSET = 9;

    private EntryInspection() {}

    /** What an entry of a general PaxosLog changes. */
    public static byte[] changes(EntryValue value) {
        ByteReader in = reader(value);
        in.getByte(); // the format
        in.getLong(); // the clock
        in.getVarint(); // clients kept
        in.getVarint(); // greatest age kept
        long requests = in.getVarint();
        for (long i = 0; i < requests; i++) {
            in.getLong(); // client id
            in.getLong(); // stamp
            in.getVarint(); // stamp - floor
            long length = in.getVarint(); // + 1
            in.getRaw(Math.toIntExact(Math.max(0, length - 1)));
        }
        return in.getRaw(in.remaining());
    }

    /** The clock of an entry of a general PaxosLog. */
    public static long clockMillis(EntryValue value) {
        ByteReader in = reader(value);
        in.getByte();
        return in.getLong();
    }

    /** The entity's state after the entry; of a key-value entity. */
    public static byte[] state(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        byte[] state = new byte[in.getInt(STATE_LENGTH_OFFSET)];
        in.get(STATE_LENGTH_OFFSET + Integer.BYTES, state);
        return state;
    }

    private static ByteReader reader(EntryValue value) {
        byte[] payload = value.payload();
        return new ByteReader().reset(payload, 0, payload.length);
    }
}
