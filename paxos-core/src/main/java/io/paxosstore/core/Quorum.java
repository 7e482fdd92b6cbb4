package io.paxosstore.core;

/**
 * Which sets of an entity's voters decide: every count of voters goes through here. While a replica
 * set changes, what takes a majority takes one of the voters before and one of the voters to be
 * (Rule M3). Immutable.
 *
 * <p>What all rules rest on: two majorities have a voter in common.
 */
public final class Quorum {
    private final VoterSet old;
    private final VoterSet next;

    private Quorum(VoterSet old, VoterSet next) {
        this.old = old;
        this.next = next;
    }

    /** More than half of these voters are a majority. */
    static Quorum simple(VoterSet voters) {
        return new Quorum(voters, voters);
    }

    /** More than half of each set together are a majority. */
    static Quorum joint(VoterSet old, VoterSet next) {
        return new Quorum(old, next);
    }

    /** The voters before a change; all of them if there is none. */
    public VoterSet old() {
        return old;
    }

    /** The voters after a change; all of them if there is none. */
    public VoterSet next() {
        return next;
    }

    /** Rules K3, K5, M3: whether these are more than half of the configured voters. */
    public boolean isMajority(VoterSet those) {
        return isMajorityOf(old, those) && isMajorityOf(next, those);
    }

    /** Whether these have more than half of a set in them. */
    public static boolean isMajorityOf(VoterSet voters, VoterSet those) {
        return 2 * those.and(voters).size() > voters.size();
    }

    /** The voters that stand at a number. */
    public static VoterSet standingAt(long number, long[] numbers) {
        VoterSet those = VoterSet.NONE;
        for (int voter = 0; voter < numbers.length; voter++) {
            if (numbers[voter] == number) {
                those = those.with(voter);
            }
        }
        return those;
    }

    /**
     * Rules R1, M3: whether answers of these, the asker included, show whatever was chosen before
     * they were asked: each majority that may have chosen it, of the voters before and of those to
     * be, has one of them in it.
     */
    public boolean isReadable(VoterSet answered) {
        return meetsEveryMajority(old, answered) && meetsEveryMajority(next, answered);
    }

    /**
     * Rules A2, M5: whether answers of these show every entry that a replica without its memory may
     * have voted on: each majority that it may have been part of has one of them in it. That takes
     * N - majority + 1 others: both peers of three, three of the four others of five. In a change
     * the voters before alone know: who comes with it has no memory yet either.
     *
     * @param others who answered, that replica not included
     */
    public boolean isFloorKnown(VoterSet others) {
        return meetsEveryMajority(old, others);
    }

    /** Rule M5: whom a replica without its memory asks for its floor. */
    public VoterSet floorSources() {
        return old;
    }

    private static boolean meetsEveryMajority(VoterSet voters, VoterSet those) {
        return !isMajorityOf(voters, voters.andNot(those));
    }

    @Override
    public String toString() {
        return old + " to " + next;
    }
}
