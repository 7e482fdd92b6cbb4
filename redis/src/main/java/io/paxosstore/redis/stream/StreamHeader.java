package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteWriter;

/**
 * What is kept of a stream as a whole.
 *
 * <pre>
 *  u8 format (1) | u64 length | id first | id last | id greatest deleted | u64 added | u64 numbers
 * </pre>
 *
 * @param length how many entries it has
 * @param first the id of the first of them; 0-0 if there is none
 * @param last the id given last, or set
 * @param maxDeleted the greatest id that XDEL has removed; 0-0 if there is none
 * @param added how many entries were added ever, as far as is known
 * @param numbers how many numbers groups and consumers have got
 */
record StreamHeader(
        long length, StreamId first, StreamId last, StreamId maxDeleted, long added, long numbers) {
    /** In place of a count of entries that is not known. */
    static final long UNKNOWN = -1;

    /** Of a stream that nothing was ever added to. */
    static final StreamHeader EMPTY =
            new StreamHeader(0, StreamId.ZERO, StreamId.ZERO, StreamId.ZERO, 0, 0);

    private static final int FORMAT = 1;
    private static final int BYTES = 1 + 3 * Long.BYTES + 3 * StreamId.BYTES;

    byte[] encode() {
        ByteWriter out = new ByteWriter(BYTES);
        out.putByte(FORMAT).putLong(length);
        first.put(out);
        last.put(out);
        maxDeleted.put(out);
        return out.putLong(added).putLong(numbers).toBytes();
    }

    static StreamHeader decode(byte[] bytes) {
        return RowFormat.decode(
                bytes,
                FORMAT,
                in ->
                        new StreamHeader(
                                in.getLong(),
                                StreamId.get(in),
                                StreamId.get(in),
                                StreamId.get(in),
                                in.getLong(),
                                in.getLong()));
    }

    /** Another entry was added behind all others. */
    StreamHeader plus(StreamId id) {
        return new StreamHeader(
                length + 1, length == 0 ? id : first, id, maxDeleted, added + 1, numbers);
    }

    /** Entries were removed. */
    StreamHeader minus(long entries, StreamId newFirst, StreamId newMaxDeleted) {
        return new StreamHeader(length - entries, newFirst, last, newMaxDeleted, added, numbers);
    }

    /** Whether entries are missing from an id on, the id included. */
    boolean hasGapFrom(StreamId id) {
        return length > 0
                && !maxDeleted.isZero()
                && !first.isAbove(maxDeleted)
                && !id.isAbove(maxDeleted);
    }

    /**
     * How many entries were added up to an id, this included; {@link #UNKNOWN} where that cannot be
     * told.
     */
    long addedUpTo(StreamId id) {
        if (added == 0) {
            return 0;
        }
        int toLast = id.compareTo(last);
        if (toLast == 0 || (length == 0 && toLast < 0)) {
            return added;
        }
        boolean hasNoGap = maxDeleted.isZero() || maxDeleted.compareTo(first) < 0;
        int toFirst = id.compareTo(first);
        if (toLast > 0 || !hasNoGap || toFirst > 0) {
            return UNKNOWN;
        }
        return toFirst < 0 ? added - length : added - length + 1;
    }
}
