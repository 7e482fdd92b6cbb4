package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

/**
 * The id of a stream's entry. Both numbers are unsigned; ids are in the order of the time, then of
 * the sequence.
 *
 * @param millis milliseconds since 1970, or whatever a client has said
 * @param sequence tells ids of one time apart
 */
record StreamId(long millis, long sequence) implements Comparable<StreamId> {
    /** The least one, which no entry has. */
    static final StreamId ZERO = new StreamId(0, 0);

    /** The greatest one. */
    static final StreamId LAST = new StreamId(-1, -1);

    /** As it is stored: both numbers, the highest byte first, so that the order is the same. */
    static final int BYTES = 2 * Long.BYTES;

    /** The next one; null behind the greatest. */
    @Nullable StreamId next() {
        if (sequence != -1) {
            return new StreamId(millis, sequence + 1);
        }
        return millis == -1 ? null : new StreamId(millis + 1, 0);
    }

    /** The one before; null before the least. */
    @Nullable StreamId previous() {
        if (sequence != 0) {
            return new StreamId(millis, sequence - 1);
        }
        return millis == 0 ? null : new StreamId(millis - 1, -1);
    }

    boolean isZero() {
        return millis == 0 && sequence == 0;
    }

    boolean isAbove(StreamId other) {
        return compareTo(other) > 0;
    }

    void put(ByteWriter out) {
        out.putLong(millis).putLong(sequence);
    }

    static StreamId get(ByteReader in) {
        return new StreamId(in.getLong(), in.getLong());
    }

    /** As clients read it. */
    Reply reply() {
        return Reply.bulk(toString());
    }

    @Override
    public int compareTo(StreamId other) {
        int byTime = Long.compareUnsigned(millis, other.millis);
        return byTime == 0 ? Long.compareUnsigned(sequence, other.sequence) : byTime;
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(millis) + "-" + Long.toUnsignedString(sequence);
    }
}
