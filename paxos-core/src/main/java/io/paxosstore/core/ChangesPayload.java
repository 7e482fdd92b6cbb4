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
 *  format (u8 = 3) | clock, milliseconds (u64) | clients kept (varint)
 *  greatest age kept, milliseconds (varint) | requests (varint) | per request:
 *  client id (u64) | stamp (u64) | stamp - floor (varint)
 *  result length + 1, 0 for one that is not kept (varint) | result
 *  then changes to the end
 * </pre>
 *
 * <p>Entries of earlier releases have the format 2, with the oldest second kept in place of the
 * age: it was compared with the clients' own clocks. They are applied as they were then, so that
 * all replicas come to the same.
 *
 * @param clockMillis never below the entry's before
 * @param clientsMax how many clients are remembered
 * @param aging who is forgotten for its age
 * @param requests what was executed, in this order
 * @param changes as the engine encodes them; empty for a no-op
 */
@SuppressWarnings("ArrayRecordComponent")
public record ChangesPayload(
        long clockMillis, int clientsMax, Aging aging, List<Executed> requests, byte[] changes) {
    private static final byte FORMAT = 3;
    private static final byte FORMAT_BY_STAMP = 2;
    private static final int FIXED_BYTES = 1 + Long.BYTES + 3 * Varint.BYTES_MAX;

    /** Which clients an entry has forgotten for their age (Rule E2). */
    public sealed interface Aging {
        /** By the clocks of the entries; 0 if nobody ages with this one. */
        record ByEntries(long millisMax) implements Aging {}

        /** By the clocks in the clients' stamps: entries of earlier releases. */
        record ByStamps(long oldestSeconds) implements Aging {}
    }

    /**
     * An executed request.
     *
     * @param floor its client's settled floor, below its stamp
     * @param result what the client was answered; {@link RequestTable#NOT_KEPT} if there is no room
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Executed(RequestId id, long floor, byte[] result) {
        private static final int FIXED_BYTES = 2 * Long.BYTES + 2 * Varint.BYTES_MAX;
    }

    /** A payload that changes nothing (Rule F3). */
    public static byte[] noOp(EntityHead head) {
        return clock(head.clockMillis());
    }

    /** A payload that says what the time is, and nothing else (Rule X2). */
    public static byte[] clock(long clockMillis) {
        return new ChangesPayload(
                        clockMillis,
                        Integer.MAX_VALUE,
                        new Aging.ByEntries(0),
                        List.of(),
                        new byte[0])
                .encode();
    }

    /**
     * The recent requests after this entry, in a new table.
     *
     * @param clockBefore the clock of the entry before
     */
    RequestTable after(RequestTable before, long clockBefore) {
        RequestTable table = before.copy();
        if (aging instanceof Aging.ByEntries age) {
            table.pass(clockMillis - clockBefore, age.millisMax());
        }
        for (Executed one : requests) {
            table.executed(one.id(), one.floor(), one.result());
        }
        switch (aging) {
            case Aging.ByEntries age ->
                    table.trim(clientsMax, age.millisMax() == 0 ? Long.MAX_VALUE : age.millisMax());
            case Aging.ByStamps stamps -> table.trimByStamp(clientsMax, stamps.oldestSeconds());
        }
        return table;
    }

    public byte[] encode() {
        int bytes = FIXED_BYTES + changes.length;
        for (Executed one : requests) {
            bytes += Executed.FIXED_BYTES + one.result().length;
        }
        ByteBuffer out = ByteBuffer.allocate(bytes);
        out.put(aging instanceof Aging.ByEntries ? FORMAT : FORMAT_BY_STAMP).putLong(clockMillis);
        Varint.put(out, clientsMax);
        Varint.put(
                out,
                switch (aging) {
                    case Aging.ByEntries age -> age.millisMax();
                    case Aging.ByStamps stamps -> stamps.oldestSeconds();
                });
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
        byte format = in.get();
        Invariant.check(format == FORMAT || format == FORMAT_BY_STAMP, "unknown payload format");
        long clock = in.getLong();
        int clientsMax = (int) Varint.get(in);
        long age = Varint.get(in);
        Aging aging = format == FORMAT ? new Aging.ByEntries(age) : new Aging.ByStamps(age);
        int count = (int) Varint.get(in);
        List<Executed> requests = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            RequestId id = new RequestId(in.getLong(), in.getLong());
            long floor = id.stamp() - Varint.get(in);
            requests.add(new Executed(id, floor, RequestTable.getResult(in)));
        }
        byte[] changes = new byte[in.remaining()];
        in.get(changes);
        return new ChangesPayload(clock, clientsMax, aging, requests, changes);
    }
}
