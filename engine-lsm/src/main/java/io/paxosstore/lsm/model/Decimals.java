package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.OperationFailedException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Decimal numbers of 64 bits in ASCII. */
final class Decimals {
    private static final int DIGITS_MAX = 20;

    private Decimals() {}

    /** The number that an object's bytes hold; fails the operation if they hold none. */
    static long parse(String object, byte[] digits) {
        if (digits.length > DIGITS_MAX) {
            throw new OperationFailedException(new Failure.NotANumber(object));
        }
        try {
            return Long.parseLong(
                    StandardCharsets.US_ASCII.decode(ByteBuffer.wrap(digits)).toString());
        } catch (NumberFormatException e) {
            throw new OperationFailedException(new Failure.NotANumber(object));
        }
    }

    /** The sum; fails the operation if it leaves the range. */
    static long add(String object, long number, long delta) {
        long sum = number + delta;
        if (((number ^ sum) & (delta ^ sum)) < 0) {
            throw new OperationFailedException(new Failure.NumberOverflow(object));
        }
        return sum;
    }

    static byte[] format(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
