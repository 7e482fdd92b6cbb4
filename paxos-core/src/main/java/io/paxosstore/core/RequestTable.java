package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The recent requests of one entity with their results: replicated state, part of every entry
 * (Rules E1-E3). Mutable while an entry is evaluated; not thread-safe.
 *
 * <p>Per recent client it keeps the settled floor and the ids above it. Clients are kept in the
 * order in which they were heard of last, the oldest first; those beyond the limits leave, and the
 * greatest stamp of a forgotten request is kept, so that nothing older can be executed again. Whose
 * stamps are below that is told so, and goes on above it: the clocks of clients need not agree.
 *
 * <p>A client's age is what the clocks of the entries have advanced by since its newest request,
 * whatever its own clock says. Nodes with clocks far apart make them leap: one entry adds a share
 * of the greatest age at most, so that nobody is forgotten by one leap.
 *
 * <pre>
 *  forgotten stamp (varint) | clients (u8) | then per client:
 *  client id (u64) | newest stamp (u64) | newest stamp - floor (varint) | ids (varint) | per id:
 *  newest stamp - stamp (varint) | result length + 1, 0 for one that is not kept (varint) | result
 *  then, unless all are 0, per client: age, milliseconds (varint)
 * </pre>
 */
public final class RequestTable {
    /** The most ids kept per client; beyond it the floor rises over the oldest. */
    static final int IDS_PER_CLIENT_MAX = 256;

    /** The share of the greatest age that one entry adds at most. */
    private static final int AGE_STEPS = 8;

    /**
     * A result up to this length is remembered, for duplicates (Rule E3); longer ones never are.
     */
    public static final int RESULT_BYTES_MAX = 1024;

    /**
     * So many bytes of results are remembered of one client, whatever others have left. The most of
     * a table are thus these for each client, and {@link #RESULTS_BYTES_MAX}.
     */
    static final int CLIENT_RESULTS_BYTES_MAX = 4 * RESULT_BYTES_MAX;

    /** More than that is remembered of a client while all have so many bytes together. */
    static final int RESULTS_BYTES_MAX = 512 * RESULT_BYTES_MAX;

    /** In place of a result that is not remembered; known by its identity. */
    public static final byte[] NOT_KEPT = {};

    /** What the table says of a request. */
    public sealed interface Verdict {
        /** Never seen: execute it. */
        record Fresh() implements Verdict {}

        /**
         * Executed before: answer with its result (Rule E3), if that was kept.
         *
         * @param result the result, or {@link #NOT_KEPT}
         */
        @SuppressWarnings("ArrayRecordComponent")
        record Duplicate(byte[] result) implements Verdict {}

        /**
         * At or below its client's floor: never executed any more. A late copy, or a request of a
         * client that was forgotten and is known again by a later one.
         */
        record LateCopy(long floor) implements Verdict {}

        /** From an unknown client, not newer than what was forgotten: never executed. */
        record Expired(long forgottenStamp) implements Verdict {}
    }

    private static final Verdict FRESH = new Verdict.Fresh();

    @SuppressWarnings("ArrayRecordComponent")
    private record Executed(long stamp, byte[] result) {}

    private static final class Client {
        final long id;
        long newest;
        long floor;
        long ageMillis;
        int resultBytes;
        final List<Executed> executed = new ArrayList<>(2);

        Client(long id, long newest, long floor) {
            this.id = id;
            this.newest = newest;
            this.floor = floor;
        }

        void add(Executed one) {
            executed.add(one);
            resultBytes += one.result().length;
        }

        void settle(long newFloor) {
            if (Long.compareUnsigned(newFloor, floor) > 0) {
                resultBytes = resultBytesAbove(newFloor);
                floor = newFloor;
                executed.removeIf(one -> Long.compareUnsigned(one.stamp(), floor) <= 0);
            }
        }

        int resultBytesAbove(long stamp) {
            int bytes = 0;
            for (Executed one : executed) {
                if (Long.compareUnsigned(one.stamp(), stamp) > 0) {
                    bytes += one.result().length;
                }
            }
            return bytes;
        }

        void forgetOldest() {
            long oldest = executed.getFirst().stamp();
            for (Executed one : executed) {
                if (Long.compareUnsigned(one.stamp(), oldest) < 0) {
                    oldest = one.stamp();
                }
            }
            settle(oldest);
        }
    }

    private final List<Client> clients = new ArrayList<>(2);

    /** Requests of unknown clients up to this stamp may have been forgotten; 0 for none. */
    private long forgottenStamp;

    /** A table that says the same and may be changed. */
    public RequestTable copy() {
        RequestTable copy = new RequestTable();
        copy.forgottenStamp = forgottenStamp;
        for (Client client : clients) {
            Client same = new Client(client.id, client.newest, client.floor);
            same.ageMillis = client.ageMillis;
            same.executed.addAll(client.executed);
            same.resultBytes = client.resultBytes;
            copy.clients.add(same);
        }
        return copy;
    }

    /** Requests of unknown clients up to this stamp are refused; 0 for none. */
    public long forgottenStamp() {
        return forgottenStamp;
    }

    /** What is known of a request. */
    public Verdict verdict(RequestId id) {
        Client client = find(id.clientId());
        if (client == null) {
            return Long.compareUnsigned(id.stamp(), forgottenStamp) <= 0
                    ? new Verdict.Expired(forgottenStamp)
                    : FRESH;
        }
        if (Long.compareUnsigned(id.stamp(), client.floor) <= 0) {
            return new Verdict.LateCopy(client.floor);
        }
        for (Executed one : client.executed) {
            if (one.stamp() == id.stamp()) {
                return new Verdict.Duplicate(one.result());
            }
        }
        return FRESH;
    }

    /** Records an executed request; {@code settledFloor} is below its stamp. */
    public void executed(RequestId id, long settledFloor, byte[] result) {
        Client client = find(id.clientId());
        if (client == null) {
            // It may have been known before and forgotten: what is older than the newest forgotten
            // request stays refused now that the client is known again.
            long floor = later(settledFloor, forgottenStamp);
            client = new Client(id.clientId(), id.stamp(), floor);
        } else {
            clients.remove(client);
            client.newest = later(client.newest, id.stamp());
            client.settle(settledFloor);
            client.ageMillis = 0;
        }
        clients.add(client);
        client.add(new Executed(id.stamp(), result));
        if (client.executed.size() > IDS_PER_CLIENT_MAX) {
            client.forgetOldest();
        }
    }

    /**
     * Records a request that is being executed, with its result if there is room for it: clients
     * that never settle would make the table, which is part of every entry's application and of
     * every image, as large as they like.
     *
     * @return what is recorded, and has to become part of the entry: the result, or {@link
     *     #NOT_KEPT}
     */
    public byte[] execute(RequestId id, long settledFloor, byte[] result) {
        byte[] kept = hasRoom(id.clientId(), settledFloor, result.length) ? result : NOT_KEPT;
        executed(id, settledFloor, kept);
        return kept;
    }

    /** Says of the requests of an entry, one after the other, which result is remembered. */
    public interface Keeper {
        /** The result, or {@link #NOT_KEPT}; becomes part of the entry. */
        byte[] keep(RequestId id, long settledFloor, byte[] result);
    }

    /**
     * What says which results of an entry are remembered; this table stays as it is. Where all have
     * room, which is nearly always, none has to be weighed.
     *
     * @param bytes of all results of the entry that are short enough
     */
    public Keeper keeper(long bytes) {
        long all = bytes;
        for (Client client : clients) {
            all += client.resultBytes;
        }
        return all <= RESULTS_BYTES_MAX
                ? (id, settledFloor, result) -> ifShort(result)
                : copy()::execute;
    }

    /** A result as it is kept where there is room: {@link #NOT_KEPT} if it is too long. */
    public static byte[] ifShort(byte[] result) {
        return result.length <= RESULT_BYTES_MAX ? result : NOT_KEPT;
    }

    private boolean hasRoom(long clientId, long settledFloor, int bytes) {
        if (bytes > RESULT_BYTES_MAX) {
            return false;
        }
        int own = bytes;
        int all = bytes;
        for (Client client : clients) {
            boolean isOwn = client.id == clientId;
            int before = isOwn ? client.resultBytesAbove(settledFloor) : client.resultBytes;
            own += isOwn ? before : 0;
            all += before;
        }
        return own <= CLIENT_RESULTS_BYTES_MAX || all <= RESULTS_BYTES_MAX;
    }

    /**
     * An entry is made or applied: all clients age, before its requests are recorded.
     *
     * @param passedMillis from the clock of the entry before to this one's
     * @param ageMillisMax the greatest age kept
     */
    public void pass(long passedMillis, long ageMillisMax) {
        long step = Math.min(passedMillis, ageMillisMax / AGE_STEPS);
        for (Client client : clients) {
            client.ageMillis += step;
        }
    }

    /** Lets clients leave by count and by age, but for the newest (Rule E2). */
    public void trim(int clientsMax, long ageMillisMax) {
        while (clients.size() > clientsMax
                || (clients.size() > 1 && clients.getFirst().ageMillis > ageMillisMax)) {
            forgetFirst();
        }
    }

    /** What entries of earlier releases say: clients leave by the clocks in their own stamps. */
    void trimByStamp(int clientsMax, long oldestSeconds) {
        while (clients.size() > clientsMax
                || (clients.size() > 1 && clients.getFirst().newest >>> 32 < oldestSeconds)) {
            forgetFirst();
        }
    }

    private void forgetFirst() {
        forgottenStamp = later(forgottenStamp, clients.removeFirst().newest);
    }

    private static long later(long stamp, long other) {
        return Long.compareUnsigned(stamp, other) >= 0 ? stamp : other;
    }

    private @Nullable Client find(long clientId) {
        for (Client client : clients) {
            if (client.id == clientId) {
                return client;
            }
        }
        return null;
    }

    public int encodedBytesMax() {
        int bytes = 11;
        for (Client client : clients) {
            bytes += 36 + Varint.BYTES_MAX;
            for (Executed one : client.executed) {
                bytes += 2 * Varint.BYTES_MAX + one.result().length;
            }
        }
        return bytes;
    }

    public void encode(ByteBuffer out) {
        Varint.put(out, forgottenStamp);
        out.put((byte) clients.size());
        for (Client client : clients) {
            out.putLong(client.id).putLong(client.newest);
            Varint.put(out, client.newest - client.floor);
            Varint.put(out, client.executed.size());
            for (Executed one : client.executed) {
                Varint.put(out, client.newest - one.stamp());
                putResult(out, one.result());
            }
        }
        if (clients.size() > 1 && clients.getFirst().ageMillis > 0) {
            for (Client client : clients) { // the first one is the oldest
                Varint.put(out, client.ageMillis);
            }
        }
    }

    /** The encoded table alone. */
    public byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(encodedBytesMax());
        encode(out);
        return Arrays.copyOf(out.array(), out.position());
    }

    public static RequestTable decode(ByteBuffer in) {
        RequestTable table = new RequestTable();
        table.forgottenStamp = Varint.get(in);
        int clientCount = in.get() & 0xff;
        for (int i = 0; i < clientCount; i++) {
            long id = in.getLong();
            long newest = in.getLong();
            Client client = new Client(id, newest, newest - Varint.get(in));
            int idCount = (int) Varint.get(in);
            for (int j = 0; j < idCount; j++) {
                long stamp = newest - Varint.get(in);
                client.add(new Executed(stamp, getResult(in)));
            }
            table.clients.add(client);
        }
        if (in.hasRemaining()) { // not in tables of earlier releases
            for (Client client : table.clients) {
                client.ageMillis = Varint.get(in);
            }
        }
        return table;
    }

    /** Whether this stands for a result that is not remembered. */
    @SuppressWarnings("ReferenceEquality") // an empty result is another thing
    public static boolean isNotKept(byte[] result) {
        return result == NOT_KEPT;
    }

    static void putResult(ByteBuffer out, byte[] result) {
        if (isNotKept(result)) {
            out.put((byte) 0);
        } else {
            Varint.put(out, result.length + 1L);
            out.put(result);
        }
    }

    static byte[] getResult(ByteBuffer in) {
        int length = (int) Varint.get(in);
        if (length == 0) {
            return NOT_KEPT;
        }
        byte[] result = new byte[length - 1];
        in.get(result);
        return result;
    }
}
