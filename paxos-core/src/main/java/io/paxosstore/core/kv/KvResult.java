package io.paxosstore.core.kv;

import io.paxosstore.core.Invariant;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;

import java.nio.ByteBuffer;

/**
 * The outcome of a {@link KvOperation}; at most 17 bytes encoded, so that it fits the request
 * table.
 *
 * @param status what happened
 * @param version of a command that changed the key, a removal too: the version of that change; else
 *     the present value's, 0 if the key is absent
 * @param number the new number of an increment; else 0
 */
public record KvResult(WriteStatus status, long version, long number) {
    private static final WriteStatus[] STATUSES = {
        WriteStatus.OK,
        WriteStatus.CONFLICT,
        WriteStatus.NOT_FOUND,
        WriteStatus.NOT_A_NUMBER,
        WriteStatus.NUMBER_OVERFLOW
    };

    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(number == 0 ? 9 : 17);
        out.put(code(status)).putLong(version);
        if (number != 0) {
            out.putLong(number);
        }
        return out.array();
    }

    public static KvResult decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int status = in.get();
        Invariant.check(status >= 0 && status < STATUSES.length, "unknown status ", status);
        return new KvResult(STATUSES[status], in.getLong(), in.hasRemaining() ? in.getLong() : 0);
    }

    /** Its place in {@link #STATUSES}; part of the stored format. */
    private static byte code(WriteStatus status) {
        return switch (status) {
            case OK -> 0;
            case CONFLICT -> 1;
            case NOT_FOUND -> 2;
            case NOT_A_NUMBER -> 3;
            case NUMBER_OVERFLOW -> 4;
        };
    }
}
