package io.paxosstore.redis.hyperloglog;

/** The rank of each register as a number of its own: of one HyperLogLog, or of several together. */
final class Ranks {
    private final byte[] ranks = new byte[Registers.COUNT];

    /** The rank of a register; 0 if no element falls on it. */
    int of(int register) {
        return ranks[register];
    }

    /** Gives a register a rank of up to 63, unless it has that or a greater one. */
    void raise(int register, int rank) {
        if (ranks[register] < rank) {
            ranks[register] = (byte) rank;
        }
    }

    /** About how many elements they have seen. */
    long cardinality() {
        int[] registersOf = new int[Cardinality.RANKS];
        for (byte rank : ranks) {
            registersOf[rank]++;
        }
        return Cardinality.of(registersOf);
    }
}
