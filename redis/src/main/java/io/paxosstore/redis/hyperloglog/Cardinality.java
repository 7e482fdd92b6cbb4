package io.paxosstore.redis.hyperloglog;

/**
 * About how many elements there were, by how many registers have which rank: the improved raw
 * estimator of Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017),
 * algorithm 6. It needs no corrections by tables, whether the elements are few or many. The order
 * of its operations decides the last bit, and with it now and then the number.
 */
final class Cardinality {
    /** So many ranks can a register have. */
    static final int RANKS = 64;

    /** 1 / (2 ln 2). */
    private static final double ALPHA = 0.7213475204444817;

    private static final double REGISTERS = Registers.COUNT;

    /** From here on a number has more than 63 bits. */
    private static final double TOO_MANY = 0x1p63;

    private Cardinality() {}

    /**
     * The estimate.
     *
     * @param registersOf how many registers have each rank; those of a rank that no element has
     *     count for nothing
     * @return {@link Long#MIN_VALUE}, as Redis, if it has more than 63 bits: registers that say so
     *     are not of elements, but written by a client
     */
    static long of(int[] registersOf) {
        double sum = REGISTERS * tau(1 - registersOf[Element.RANK_MAX] / REGISTERS);
        for (int rank = Element.RANK_MAX - 1; rank >= 1; rank--) {
            sum = (sum + registersOf[rank]) * 0.5;
        }
        sum += REGISTERS * sigma(registersOf[0] / REGISTERS);
        double estimate = ALPHA * REGISTERS * REGISTERS / sum;
        return estimate < TOO_MANY ? Math.round(estimate) : Long.MIN_VALUE;
    }

    /**
     * Ertl's sigma, by which registers count that no element falls on: the sum of 2^(k-1) x^(2^k)
     * over k from 1, and x.
     *
     * @param share of all registers, 0 to 1
     * @return infinite for all
     */
    private static double sigma(double share) {
        if (share == 1) {
            return Double.POSITIVE_INFINITY;
        }
        double power = share;
        double factor = 1;
        double sum = share;
        double before;
        do {
            before = sum;
            power *= power;
            sum += power * factor;
            factor += factor;
        } while (sum != before);
        return sum;
    }

    /**
     * Ertl's tau, by which registers count that have the greatest rank: a third of 1 - x less the
     * sum of 2^-k (1 - x^(2^-k))^2 over k from 1.
     *
     * @param share of all other registers, 0 to 1
     */
    private static double tau(double share) {
        if (share == 0 || share == 1) {
            return 0;
        }
        double root = share;
        double factor = 1;
        double sum = 1 - share;
        double before;
        do {
            before = sum;
            root = Math.sqrt(root);
            factor *= 0.5;
            sum -= (1 - root) * (1 - root) * factor;
        } while (sum != before);
        return sum / 3;
    }
}
