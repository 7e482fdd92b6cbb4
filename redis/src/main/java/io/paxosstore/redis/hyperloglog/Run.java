package io.paxosstore.redis.hyperloglog;

import io.paxosstore.protocol.bytes.ByteWriter;

/**
 * Neighbouring registers of one rank, as one or two bytes of sparse registers say them:
 *
 * <pre>
 *  00nnnnnn             n + 1 registers without an element, 1 to 64 (ZERO)
 *  01nnnnnn nnnnnnnn    n + 1 registers without an element, 1 to 16384 (XZERO)
 *  1rrrrrnn             n + 1 registers of rank r + 1, 1 to 4 of rank 1 to 32 (VAL)
 * </pre>
 *
 * <p>Any byte begins a run. If the second one is missing it counts as 0, as the byte does that is
 * behind a string in Redis.
 */
final class Run {
    private static final int VAL = 0x80;
    private static final int XZERO = 0x40;
    private static final int ZERO_MASK = 0x3f;
    private static final int RANK_SHIFT = 2;
    private static final int RANK_MASK = 0x1f;
    private static final int REGISTERS_MASK = 3;
    private static final int ZERO_MAX = 64;

    /** Most registers of a run that have a rank. */
    static final int RANKED_MAX = 4;

    /** The greatest rank. */
    static final int RANK_MAX = 32;

    private Run() {}

    /** How many bytes the run has that begins there. */
    static int bytes(byte[] runs, int at) {
        return (runs[at] & (VAL | XZERO)) == XZERO ? 2 : 1;
    }

    /** How many registers it has. */
    static int registers(byte[] runs, int at) {
        int code = runs[at];
        if ((code & VAL) != 0) {
            return (code & REGISTERS_MASK) + 1;
        }
        if ((code & XZERO) == 0) {
            return (code & ZERO_MASK) + 1;
        }
        int low = at + 1 < runs.length ? runs[at + 1] & 0xff : 0;
        return (((code & ZERO_MASK) << Byte.SIZE) | low) + 1;
    }

    /** The rank of its registers; 0 without an element. */
    static int rank(byte[] runs, int at) {
        int code = runs[at];
        return (code & VAL) == 0 ? 0 : ((code >> RANK_SHIFT) & RANK_MASK) + 1;
    }

    /**
     * Writes a run as short as can be; none if it has no registers.
     *
     * @param rank 0 to 32
     * @param registers up to 4 with a rank, up to 16384 without
     */
    static void put(ByteWriter out, int rank, int registers) {
        int more = registers - 1;
        if (registers == 0) {
            return;
        }
        if (rank > 0) {
            out.putByte(VAL | ((rank - 1) << RANK_SHIFT) | more);
        } else if (registers <= ZERO_MAX) {
            out.putByte(more);
        } else {
            out.putByte(XZERO | (more >> Byte.SIZE)).putByte(more);
        }
    }
}
