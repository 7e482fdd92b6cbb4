package io.paxosstore.core;

/**
 * A set of voters of one entity, by their places in the preference order ({@link Voters}).
 * Immutable. There is one object for each set, so that none is made while messages are handled, and
 * equal sets are the same object.
 */
public final class VoterSet {
    private static final VoterSet[] ALL = new VoterSet[1 << Voters.COUNT_MAX];

    /** The set without any voter. */
    public static final VoterSet NONE;

    static {
        for (int members = 0; members < ALL.length; members++) {
            ALL[members] = new VoterSet(members);
        }
        NONE = ALL[0];
    }

    /** Bit {@code i} stands for voter {@code i}. */
    private final int members;

    private VoterSet(int members) {
        this.members = members;
    }

    /** The set of one voter. */
    public static VoterSet of(int voter) {
        return ALL[1 << voter];
    }

    /** The set of the first voters, so many of them. */
    static VoterSet first(int count) {
        return ALL[(1 << count) - 1];
    }

    public boolean contains(int voter) {
        return (members & 1 << voter) != 0;
    }

    public boolean isEmpty() {
        return members == 0;
    }

    /** How many voters are in it. */
    public int size() {
        return Integer.bitCount(members);
    }

    /** This set and a voter. */
    public VoterSet with(int voter) {
        return ALL[members | 1 << voter];
    }

    /** This set but for a voter. */
    public VoterSet without(int voter) {
        return ALL[members & ~(1 << voter)];
    }

    /** The voters that are in both sets. */
    public VoterSet and(VoterSet other) {
        return ALL[members & other.members];
    }

    /** The voters of this set that are not in the other. */
    public VoterSet andNot(VoterSet other) {
        return ALL[members & ~other.members];
    }

    /** The voters that are in one of the sets, or in both. */
    public VoterSet or(VoterSet other) {
        return ALL[members | other.members];
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("{");
        for (int voter = 0; voter < Voters.COUNT_MAX; voter++) {
            if (contains(voter)) {
                text.append(text.length() > 1 ? ", " : "").append(voter);
            }
        }
        return text.append('}').toString();
    }
}
