package io.paxosstore.core;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What an entry of a general PaxosLog says, decoded: the proposer's clock, which requests it
 * executed with which results (Rule E1), which clients are forgotten with it (Rule E2), and the
 * physical changes to the data (Rule W1).
 *
 * <pre>
 *  format (u8 = 2) | clock, milliseconds (u64) | clients kept (varint)
 *  oldest second kept (varint) | requests (varint) | per request:
 *  client id (u64) | stamp (u64) | stamp - floor (varint)
 *  result length + 1, 0 for one that is not kept (varint) | result
 *  then changes to the end
 * </pre>
 *
 * @param clockMillis never below the entry's before
 * @param clientsMax how many clients are remembered
 * @param oldestSeconds clients whose newest request is older are forgotten
 * @param requests what was executed, in this order
 * @param changes as the engine encodes them; empty for a no-op
 */
@SuppressWarnings("ArrayRecordComponent")
record ChangesPayload(
        long clockMillis,
        int clientsMax,
        long oldestSeconds,
        List<Executed> requests,
        byte[] changes) {
    private static final byte FORMAT = 2;
    private static final int FIXED_BYTES = 1 + Long.BYTES + 3 * Varint.BYTES_MAX;

    /**
     * An executed request.
     *
     * @param floor its client's settled floor, below its stamp
     * @param result what the client was answered; {@link RequestTable#NOT_KEPT} if that is too long
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Executed(RequestId id, long floor, byte[] result) {
        private static final int FIXED_BYTES = 2 * Long.BYTES + 2 * Varint.BYTES_MAX;
    }

    /** A payload that changes nothing (Rule F3). */
    static byte[] noOp(EntityHead head) {
        return clock(head.clockMillis());
    }

    /** A payload that says what the time is, and nothing else (Rule X2). */
    static byte[] clock(long clockMillis) {
        return new ChangesPayload(clockMillis, Integer.MAX_VALUE, 0, List.of(), new byte[0])
                .encode();
    }

    /** The recent requests after this entry, in a new table. */
    RequestTable after(RequestTable before) {
        RequestTable table = before.copy();
        for (Executed one : requests) {
            table.executed(one.id(), one.floor(), one.result());
        }
        table.trim(clientsMax, oldestSeconds);
        return table;
    }

    byte[] encode() {
        int bytes = FIXED_BYTES + changes.length;
        for (Executed one : requests) {
            bytes += Executed.FIXED_BYTES + one.result().length;
        }
        ByteBuffer out = ByteBuffer.allocate(bytes);
        out.put(FORMAT).putLong(clockMillis);
        Varint.put(out, clientsMax);
        Varint.put(out, oldestSeconds);
        Varint.put(out, requests.size());
        for (Executed one : requests) {
            out.putLong(one.id().clientId()).putLong(one.id().stamp());
            Varint.put(out, one.id().stamp() - one.floor());
            RequestTable.putResult(out, one.result());
        }
        out.put(changes);
        byte[] encoded = new byte[out.position()];
        out.flip().get(encoded);
        return encoded;
    }

    static ChangesPayload decode(EntryValue value) {
        ByteBuffer in = ByteBuffer.wrap(value.payload());
        Invariant.check(in.get() == FORMAT, "unknown payload format");
        long clock = in.getLong();
        int clientsMax = (int) Varint.get(in);
        long oldest = Varint.get(in);
        int count = (int) Varint.get(in);
        List<Executed> requests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            RequestId id = new RequestId(in.getLong(), in.getLong());
            long floor = id.stamp() - Varint.get(in);
            requests.add(new Executed(id, floor, RequestTable.getResult(in)));
        }
        byte[] changes = new byte[in.remaining()];
        in.get(changes);
        return new ChangesPayload(clock, clientsMax, oldest, requests, changes);
    }
}
