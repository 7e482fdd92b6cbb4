package io.paxosstore.core;

/**
 * Which sets of an entity's voters decide: every count of voters goes through here, so that a
 * replica set under change (section 9 of docs/protocol.md) has one place to say that it takes a
 * majority of the old and of the new voters. Immutable.
 *
 * <p>What all rules rest on: two majorities have a voter in common.
 */
public final class Quorum {
    private final VoterSet voters;

    /** More than half of the first {@code count} voters are a majority. */
    Quorum(int count) {
        this.voters = VoterSet.first(count);
    }

    /** Rules K3, K5: whether these are more than half of the configured voters. */
    public boolean isMajority(VoterSet those) {
        return 2 * those.and(voters).size() > voters.size();
    }

    /**
     * Rules K3, K5: whether a majority stands at a number.
     *
     * @param numbers a number for each voter, by its place
     */
    public boolean isMajorityAt(long number, long[] numbers) {
        VoterSet those = VoterSet.NONE;
        for (int voter = 0; voter < numbers.length; voter++) {
            if (numbers[voter] == number) {
                those = those.with(voter);
            }
        }
        return isMajority(those);
    }

    /**
     * Rule R1: whether answers of these, the asker included, show whatever was chosen before they
     * were asked: each majority that may have chosen it has one of them in it.
     */
    public boolean isReadable(VoterSet answered) {
        return meetsEveryMajority(answered);
    }

    /**
     * Rule A2: whether answers of these show every entry that a replica without its memory may have
     * voted on: each majority that it may have been part of has one of them in it. That takes N -
     * majority + 1 others: both peers of three, three of the four others of five.
     *
     * @param others who answered, that replica not included
     */
    public boolean isFloorKnown(VoterSet others) {
        return meetsEveryMajority(others);
    }

    private boolean meetsEveryMajority(VoterSet those) {
        return !isMajority(voters.andNot(those));
    }
}
