package io.paxosstore.redis.stream;

import io.paxosstore.protocol.bytes.ByteWriter;

/**
 * What is kept of a consumer.
 *
 * <pre>
 *  u8 format (1) | u64 number | u64 seen | u64 pending
 * </pre>
 *
 * @param number stands for it in other rows
 * @param seenMillis when it asked for something, milliseconds since 1970
 * @param pending how many entries it has got and not acknowledged
 */
record ConsumerRecord(long number, long seenMillis, long pending) {
    private static final int FORMAT = 1;
    private static final int BYTES = 1 + 3 * Long.BYTES;

    byte[] encode() {
        return new ByteWriter(BYTES)
                .putByte(FORMAT)
                .putLong(number)
                .putLong(seenMillis)
                .putLong(pending)
                .toBytes();
    }

    static ConsumerRecord decode(byte[] bytes) {
        return RowFormat.decode(
                bytes, FORMAT, in -> new ConsumerRecord(in.getLong(), in.getLong(), in.getLong()));
    }

    ConsumerRecord seen(long nowMillis) {
        return new ConsumerRecord(number, nowMillis, pending);
    }

    ConsumerRecord plusPending(long more) {
        return new ConsumerRecord(number, seenMillis, pending + more);
    }
}
