package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteWriter;

/**
 * What is kept of an entry that was delivered and not acknowledged.
 *
 * <pre>
 *  u8 format (1) | u64 consumer | u64 delivered | u64 deliveries
 * </pre>
 *
 * @param consumer the number of the one that has it
 * @param deliveredMillis when it got it last, milliseconds since 1970
 * @param deliveries how often it was delivered
 */
record PendingRecord(long consumer, long deliveredMillis, long deliveries) {
    private static final int FORMAT = 1;
    private static final int BYTES = 1 + 3 * Long.BYTES;

    byte[] encode() {
        return new ByteWriter(BYTES)
                .putByte(FORMAT)
                .putLong(consumer)
                .putLong(deliveredMillis)
                .putLong(deliveries)
                .toBytes();
    }

    static PendingRecord decode(byte[] bytes) {
        return RowFormat.decode(
                bytes, FORMAT, in -> new PendingRecord(in.getLong(), in.getLong(), in.getLong()));
    }

    /** Whether it was delivered so long ago. */
    boolean isIdle(long nowMillis, long leastMillis) {
        return leastMillis == 0 || nowMillis - deliveredMillis >= leastMillis;
    }
}
