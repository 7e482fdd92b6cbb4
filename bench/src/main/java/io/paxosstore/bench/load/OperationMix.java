package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

/**
 * How many operations in a hundred are of which kind.
 *
 * @param writePercent from 0 to 100; the others are reads
 */
public record OperationMix(int writePercent) {
    private static final int WHOLE = 100;

    /** Checks the range. */
    public OperationMix {
        if (writePercent < 0 || writePercent > WHOLE) {
            throw new IllegalArgumentException("write share " + writePercent + " is not 0 to 100");
        }
    }

    /**
     * Reads a mix as users write it: {@code write=50,read=50}, {@code write=100}.
     *
     * @throws IllegalArgumentException naming the text and what is expected
     */
    public static OperationMix parse(String text) {
        int reads = 0;
        int writes = 0;
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            int share = equals < 0 ? -1 : share(part.substring(equals + 1).trim());
            String kind = equals < 0 ? part : part.substring(0, equals).trim();
            if (share < 0) {
                throw bad(text);
            }
            if (kind.equals(OperationKind.READ.label())) {
                reads += share;
            } else if (kind.equals(OperationKind.WRITE.label())) {
                writes += share;
            } else {
                throw bad(text);
            }
        }
        if (reads + writes != WHOLE) {
            throw bad(text);
        }
        return new OperationMix(writes);
    }

    private static int share(String digits) {
        boolean isNumber =
                digits.length() <= 3 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber && !digits.isEmpty() ? Integer.parseInt(digits) : -1;
    }

    private static IllegalArgumentException bad(String text) {
        return new IllegalArgumentException(
                "'"
                        + text
                        + "' is no mix; give shares that add up to 100, such as write=50,read=50");
    }

    /** Draws the kind of the next operation. */
    public OperationKind next(RandomSource random) {
        if (writePercent == WHOLE) {
            return OperationKind.WRITE;
        }
        return random.nextInt(WHOLE) < writePercent ? OperationKind.WRITE : OperationKind.READ;
    }

    @Override
    public String toString() {
        return "write=" + writePercent + ",read=" + (WHOLE - writePercent);
    }
}
