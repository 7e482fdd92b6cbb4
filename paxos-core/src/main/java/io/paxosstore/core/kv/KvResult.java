package io.paxosstore.core.kv;

import io.paxosstore.core.Invariant;

import java.nio.ByteBuffer;

/**
 * The outcome of a {@link KvCommand}; at most 17 bytes encoded, so that it fits the request table.
 *
 * @param status what happened
 * @param version of a command that changed the key, a removal too: the version of that change; else
 *     the present value's, 0 if the key is absent
 * @param number the new number of an increment; else 0
 */
public record KvResult(Status status, long version, long number) {
    /** What happened to a command; the code is part of the stored format. */
    public enum Status {
        OK(0),
        /** A comparison failed: the key is present with another value or version. */
        CONFLICT(1),
        /** The key is absent. */
        NOT_FOUND(2),
        /** The present value is no decimal number of 64 bits. */
        NOT_A_NUMBER(3),
        /** The sum does not fit into 64 bits. */
        NUMBER_OVERFLOW(4);

        private final byte code;

        Status(int code) {
            this.code = (byte) code;
        }
    }

    private static final Status[] STATUSES = Status.values();

    public byte[] encode() {
        ByteBuffer out = ByteBuffer.allocate(number == 0 ? 9 : 17);
        out.put(status.code).putLong(version);
        if (number != 0) {
            out.putLong(number);
        }
        return out.array();
    }

    public static KvResult decode(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        int status = in.get();
        Invariant.check(status >= 0 && status < STATUSES.length, "unknown status " + status);
        return new KvResult(STATUSES[status], in.getLong(), in.hasRemaining() ? in.getLong() : 0);
    }
}
