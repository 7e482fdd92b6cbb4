package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;

/**
 * An element of a list or of a queue as it is kept: with the entry that wrote it, by which {@link
 * AppendedElements} tells what another replica lacks.
 *
 * <pre>
 *  list:  varint entry | element
 *  queue: u64 time | varint entry | element
 * </pre>
 *
 * @param timeMillis when it was enqueued; 0 in a list
 * @param entry the entry that wrote it
 */
@SuppressWarnings("ArrayRecordComponent") // read-only bytes of the state
record ElementRecord(long timeMillis, long entry, byte[] element) {
    private static final int ENTRY_BYTES_MAX = 10;

    /** The record of a list's element. */
    static byte[] listed(long entry, byte[] element) {
        return new ByteWriter(ENTRY_BYTES_MAX + element.length)
                .putVarint(entry)
                .putRaw(element)
                .toBytes();
    }

    /** The record of a queue's element. */
    static byte[] queued(long timeMillis, long entry, byte[] element) {
        return new ByteWriter(Long.BYTES + ENTRY_BYTES_MAX + element.length)
                .putLong(timeMillis)
                .putVarint(entry)
                .putRaw(element)
                .toBytes();
    }

    /** The element in a list's record. */
    static ElementRecord ofList(byte[] record) {
        ByteReader in = ByteReader.of(record);
        return new ElementRecord(0, in.getVarint(), in.getRest());
    }

    /** The element in a queue's record. */
    static ElementRecord ofQueue(byte[] record) {
        ByteReader in = ByteReader.of(record);
        return new ElementRecord(in.getLong(), in.getVarint(), in.getRest());
    }

    /** The time in a queue's record. */
    static long timeOf(byte[] record) {
        return ByteReader.of(record).getLong();
    }
}
