package io.paxosstore.core.vote;

/** Proposal and promise numbers: {@code round << 32 | nodeId}; 0 means none (Rule K6). */
public final class ProposalNumber {
    /**
     * The fast number of an entry (section 2 of docs/protocol.md); every round is greater. Of entry
     * 1 the slot's configuration names it (Rule M9).
     */
    public static final long FAST = 1;

    private ProposalNumber() {}

    /** The node's least number that is greater than {@code seen}, in a round of its own. */
    public static long above(long seen, int nodeId) {
        return ((seen >>> 32) + 1) << 32 | nodeId;
    }

    /** Whether a number is a fast one, whatever the slot's (Rule M9). */
    public static boolean isFast(long number) {
        return number > 0 && number >>> 32 == 0;
    }

    /** The node that issued an ordinary number; 0 for none and for a fast number. */
    public static int nodeId(long number) {
        return number >>> 32 == 0 ? 0 : (int) number;
    }

    /** {@code round.node} for people; {@code fast} and {@code 0} for the special ones. */
    public static String toString(long number) {
        if (number == 0) {
            return "0";
        }
        if (number == FAST) {
            return "fast";
        }
        return (isFast(number) ? "fast" : number >>> 32) + "." + (int) number;
    }
}
