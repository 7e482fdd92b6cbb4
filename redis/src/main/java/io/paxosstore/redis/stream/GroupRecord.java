package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteWriter;

import org.jspecify.annotations.Nullable;

/**
 * What is kept of a group of consumers.
 *
 * <pre>
 *  u8 format (1) | u64 number | id last delivered | u64 entries read | u64 pending | u64 consumers
 * </pre>
 *
 * @param number stands for it in other rows
 * @param last the greatest id that was delivered
 * @param entriesRead how many of the entries ever added it has got; {@link StreamHeader#UNKNOWN}
 * @param pending how many entries are delivered and not acknowledged
 * @param consumers how many it has
 */
record GroupRecord(long number, StreamId last, long entriesRead, long pending, long consumers) {
    private static final int FORMAT = 1;
    private static final int BYTES = 1 + 4 * Long.BYTES + StreamId.BYTES;

    byte[] encode() {
        ByteWriter out = new ByteWriter(BYTES).putByte(FORMAT).putLong(number);
        last.put(out);
        return out.putLong(entriesRead).putLong(pending).putLong(consumers).toBytes();
    }

    static GroupRecord decode(byte[] bytes) {
        return RowFormat.decode(
                bytes,
                FORMAT,
                in ->
                        new GroupRecord(
                                in.getLong(),
                                StreamId.get(in),
                                in.getLong(),
                                in.getLong(),
                                in.getLong()));
    }

    @Nullable Long entriesReadIfKnown() {
        return entriesRead == StreamHeader.UNKNOWN ? null : (Long) entriesRead;
    }

    /** How many entries it has still to get; null if that cannot be told. */
    @Nullable Long lag(StreamHeader stream) {
        if (stream.added() == 0) {
            return 0L;
        }
        long read =
                entriesRead != StreamHeader.UNKNOWN && !stream.hasGapFrom(last)
                        ? entriesRead
                        : stream.addedUpTo(last);
        return read == StreamHeader.UNKNOWN ? null : (Long) (stream.added() - read);
    }

    /** An entry is delivered: what was delivered before stays delivered. */
    GroupRecord delivered(StreamId id, StreamHeader stream) {
        if (!id.isAbove(last)) {
            return this;
        }
        long read = entriesRead;
        if (entriesRead != StreamHeader.UNKNOWN && !stream.hasGapFrom(id)) {
            read++;
        } else if (stream.added() != 0) {
            read = stream.addedUpTo(id);
        }
        return new GroupRecord(number, id, read, pending, consumers);
    }

    GroupRecord withLast(StreamId id) {
        return new GroupRecord(number, id, entriesRead, pending, consumers);
    }

    GroupRecord withEntriesRead(long read) {
        return new GroupRecord(number, last, read, pending, consumers);
    }

    GroupRecord plusPending(long more) {
        return new GroupRecord(number, last, entriesRead, pending + more, consumers);
    }

    GroupRecord plusConsumers(long more) {
        return new GroupRecord(number, last, entriesRead, pending, consumers + more);
    }
}
