package io.paxosstore.redis.hyperloglog;

/**
 * Registers of six bits each, without gaps: the first one is the lowest bits of the first byte, the
 * second one its two highest bits and, above them, the lowest four of the next byte. A register may
 * have any rank up to 63 if a client has written the string itself.
 */
final class DenseRegisters implements Registers {
    private static final int BITS = 6;
    private static final int RANK_MASK = (1 << BITS) - 1;

    /** How long they are. */
    static final int BYTES = COUNT * BITS / Byte.SIZE;

    private final byte[] bytes;

    /**
     * @param bytes so many as there must be; they are changed
     */
    DenseRegisters(byte[] bytes) {
        this.bytes = bytes;
    }

    static DenseRegisters of(Ranks ranks) {
        DenseRegisters dense = new DenseRegisters(new byte[BYTES]);
        for (int register = 0; register < COUNT; register++) {
            dense.raise(register, ranks.of(register));
        }
        return dense;
    }

    /**
     * Gives a register a rank, unless it has that or a greater one.
     *
     * @param rank 0 to 63
     * @return whether it was raised
     */
    boolean raise(int register, int rank) {
        int at = at(register);
        int shift = shift(register);
        int two = two(at);
        boolean isRaised = ((two >> shift) & RANK_MASK) < rank;
        if (isRaised) {
            int changed = (two & ~(RANK_MASK << shift)) | (rank << shift);
            bytes[at] = (byte) changed;
            if (at + 1 < BYTES) {
                bytes[at + 1] = (byte) (changed >> Byte.SIZE);
            }
        }
        return isRaised;
    }

    @Override
    public void joinTo(Ranks ranks) {
        for (int register = 0; register < COUNT; register++) {
            ranks.raise(register, (two(at(register)) >> shift(register)) & RANK_MASK);
        }
    }

    private static int at(int register) {
        return register * BITS / Byte.SIZE;
    }

    private static int shift(int register) {
        return register * BITS % Byte.SIZE;
    }

    /** A byte and above it the next one, 0 behind the last: a register is in these. */
    private int two(int at) {
        int next = at + 1 < BYTES ? bytes[at + 1] & 0xff : 0;
        return (bytes[at] & 0xff) | (next << Byte.SIZE);
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }
}
