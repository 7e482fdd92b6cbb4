package io.paxosstore.redis.type;

import io.paxosstore.redis.resp.FloatText;
import io.paxosstore.redis.resp.RedisError;

import java.nio.charset.StandardCharsets;

/** The numbers that SORT sorts by: whatever C's {@code strtod} reads to the end. */
final class SortScore {
    private SortScore() {}

    /**
     * The number that bytes are; 0 for none.
     *
     * @throws RedisError if they are no number, or one that is too great or too small
     */
    static double of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (FloatText.endOf(text) == 0) {
            return 0;
        }
        FloatText number = FloatText.upToZero(text, 0);
        double value = number == null ? 0 : number.value();
        if (number == null || number.isOutOfRange(value)) {
            throw new RedisError("ERR One or more scores can't be converted into double");
        }
        return value;
    }
}
