package io.paxosstore.core;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads what an entry's value says, for checkers outside this package. Parses the request table
 * after its documented format and not with the table's own code, to be its naive twin.
 */
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

    /** Requests with clocks below this, in seconds, may be forgotten; 0 when none is. */
    public static long forgottenBelowSeconds(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        int table = STATE_LENGTH_OFFSET + Integer.BYTES + in.getInt(STATE_LENGTH_OFFSET);
        return in.getInt(table) & 0xffff_ffffL;
    }

    /** The remembered requests and their results, in the order of the table. */
    public static Map<RequestId, byte[]> remembered(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        in.position(STATE_LENGTH_OFFSET + Integer.BYTES + in.getInt(STATE_LENGTH_OFFSET));
        in.getInt(); // the clock below which requests may be forgotten
        Map<RequestId, byte[]> requests = new LinkedHashMap<>();
        int clients = in.get() & 0xff;
        for (int i = 0; i < clients; i++) {
            long clientId = in.getLong();
            long newest = in.getLong();
            varint(in); // the floor
            long ids = varint(in);
            for (long j = 0; j < ids; j++) {
                long stamp = newest - varint(in);
                byte[] result = new byte[in.get() & 0xff];
                in.get(result);
                requests.put(new RequestId(clientId, stamp), result);
            }
        }
        return requests;
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            value |= (next & 0x7fL) << shift;
            shift += 7;
        } while (next < 0);
        return value;
    }
}
