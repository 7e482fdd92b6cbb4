package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.redis.resp.RedisError;

import java.util.Arrays;

/** How long strings may become. */
final class StringLength {
    private StringLength() {}

    /**
     * A copy that has so many bytes at least; those that are new are 0.
     *
     * @throws RedisError if a string may not be so long
     */
    static byte[] grown(byte[] value, long bytes) {
        if (bytes < 0 || bytes > ModelLimits.ELEMENT_BYTES_MAX) {
            throw new RedisError(
                    "ERR string exceeds maximum allowed size ("
                            + ModelLimits.ELEMENT_BYTES_MAX
                            + " bytes)");
        }
        return Arrays.copyOf(value, Math.max(value.length, (int) bytes));
    }
}
