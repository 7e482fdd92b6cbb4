package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Who votes for the entities of a slot, in one <em>epoch</em> (section 9 of docs/protocol.md). It
 * is stable, or joint while one set of voters takes over from another: then all of both vote, and
 * what takes a majority takes one of each (Rule M3). Immutable.
 *
 * <p>Adjacent configurations have a voter in common in any two of their majorities, and that voter
 * stands in one epoch at a time (Rules M1, M2), so that Paxos holds across the change as it does
 * within an epoch. This is the joint consensus of Raft (D. Ongaro, J. Ousterhout, 2014, section 6)
 * without its leader: instead of an entry of a log, the records of the nodes that have entered.
 */
public final class Configuration {
    /** What is told in no epoch: a fact, which holds in all (Rule M1). */
    public static final int NO_EPOCH = 0;

    /** The epoch of a slot whose voters were never changed. */
    public static final int FIRST_EPOCH = 1;

    /** The greatest number of voters of a stable configuration. */
    public static final int VOTERS_MAX = 5;

    private final int epoch;
    private final Voters voters;
    private final int[] since;
    private final StaticRight right;
    private final Quorum quorum;

    /** What this configuration is on the way from and to; null for a stable one. */
    private final @Nullable Change change;

    /** One set of voters takes over from another, in their own orders of preference. */
    private record Change(Voters old, Voters next, StaticRight rightBefore) {}

    /**
     * The right to the fast number of entry 1, the one that is not tied to an incarnation (Rules
     * F1, M9).
     *
     * @param owner the node that has it; 0 for nobody
     * @param number the fast number, from 1; below the number of every round
     * @param least voters that hold nothing of entry 1 take no fast number below this one
     */
    public record StaticRight(int owner, int number, int least) {
        public StaticRight {
            Invariant.check(owner >= 0 && number > 0 && least > 0, "a right to no fast number");
            Invariant.check(owner == 0 || number >= least, "a right to a number nobody takes");
        }
    }

    private Configuration(
            int epoch,
            Voters voters,
            int[] since,
            StaticRight right,
            Quorum quorum,
            @Nullable Change change) {
        this.epoch = epoch;
        this.voters = voters;
        this.since = since;
        this.right = right;
        this.quorum = quorum;
        this.change = change;
    }

    /**
     * The configuration of a slot whose voters were never changed. The preferred voter has the
     * right to entry 1.
     *
     * @param voters an odd count up to {@link #VOTERS_MAX}
     */
    public static Configuration first(Voters voters) {
        int[] since = new int[voters.count()];
        Arrays.fill(since, FIRST_EPOCH);
        StaticRight right = new StaticRight(voters.preferred(), 1, 1);
        return stable(FIRST_EPOCH, voters, since, right);
    }

    private static Configuration stable(int epoch, Voters voters, int[] since, StaticRight right) {
        checkCount(voters);
        return new Configuration(epoch, voters, since, right, Quorum.simple(voters.all()), null);
    }

    private static void checkCount(Voters voters) {
        int count = voters.count();
        Invariant.check(count % 2 == 1 && count <= VOTERS_MAX, "the number of voters is 1, 3 or 5");
    }

    /**
     * The joint configuration that begins a change of this stable one. Voters that come are last in
     * the order of preference until it ends. The right to entry 1 stays where it is; if its owner
     * leaves, nobody has it, and the numbers that may have been used are taken no more (Rule M9).
     *
     * @param laterEpoch above this one's
     * @param next the voters to be, in preference order
     */
    public Configuration joinedBy(int laterEpoch, Voters next) {
        Invariant.check(!isJoint(), "a change begins when the one before has ended");
        checkLater(laterEpoch);
        checkCount(next);
        Voters both = voters.and(next);
        StaticRight rightMeanwhile =
                right.owner() == 0 || next.indexOf(right.owner()) >= 0
                        ? right
                        : new StaticRight(0, laterEpoch, laterEpoch);
        return new Configuration(
                laterEpoch,
                both,
                sinceOf(both, laterEpoch),
                rightMeanwhile,
                Quorum.joint(both.placesOf(voters), both.placesOf(next)),
                new Change(voters, next, right));
    }

    /**
     * The stable configuration of the voters to be, when the change has been made (Rule M7).
     * Whoever decides that must know that all who came are whole and, if there are fewer voters
     * now, all who stay too.
     *
     * @param laterEpoch above this one's
     * @param owner who gets the right to entry 1 if its owner leaves: one that has come, and is
     *     whole; never one that was a voter before and may know less (Rule M9). 0 for nobody
     */
    public Configuration completed(int laterEpoch, int owner) {
        Change made = change();
        checkLater(laterEpoch);
        boolean isInherited = right.owner() == 0 && owner != 0;
        Invariant.check(
                !isInherited || (isNewcomer(owner, epoch - 1) && made.next().indexOf(owner) >= 0),
                "the right to entry 1 goes to a voter that has come with the change");
        StaticRight rightNow =
                isInherited ? new StaticRight(owner, right.least(), right.least()) : right;
        return stable(laterEpoch, made.next(), sinceOf(made.next(), laterEpoch), rightNow);
    }

    /**
     * The stable configuration of the voters before: the change is taken back, which it may at any
     * time (Rule M7). Who had the right to entry 1 has it again.
     *
     * @param laterEpoch above this one's
     */
    public Configuration takenBack(int laterEpoch) {
        Change undone = change();
        checkLater(laterEpoch);
        return stable(
                laterEpoch, undone.old(), sinceOf(undone.old(), laterEpoch), undone.rightBefore());
    }

    private Change change() {
        Change now = change;
        if (now == null) {
            throw new Invariant.Violation("only a change is ended");
        }
        return now;
    }

    private void checkLater(int laterEpoch) {
        Invariant.check(laterEpoch > epoch, "epochs of a slot never fall");
    }

    private int[] sinceOf(Voters those, int newEpoch) {
        int[] result = new int[those.count()];
        for (int place = 0; place < result.length; place++) {
            int before = voters.indexOf(those.id(place));
            result[place] = before < 0 ? newEpoch : since[before];
        }
        return result;
    }

    /** Counts the configurations of the slot; never falls. */
    public int epoch() {
        return epoch;
    }

    /** All that vote, in the order in which requests prefer them. */
    public Voters voters() {
        return voters;
    }

    /** Which sets of the voters decide. */
    public Quorum quorum() {
        return quorum;
    }

    /** Whether one set of voters is taking over from another. */
    public boolean isJoint() {
        return change != null;
    }

    /** Who may skip the prepare phase of entry 1 (Rule M9). */
    public StaticRight right() {
        return right;
    }

    /**
     * Rule M4: whether a voter has come since it stood in an epoch: whatever it holds of the slot,
     * it is amnesiac there. That it is a voter in both epochs says nothing: it may have left
     * between them, and forgotten.
     *
     * @param enteredEpoch the last epoch of the slot that the node has entered; 0 for none
     */
    public boolean isNewcomer(int nodeId, int enteredEpoch) {
        int place = voters.indexOf(nodeId);
        return place >= 0 && since[place] > enteredEpoch;
    }

    /** Whether a node votes until the change is made, and then no more. */
    public boolean leaves(int nodeId) {
        return change != null && change.next().indexOf(nodeId) < 0 && voters.indexOf(nodeId) >= 0;
    }

    @Override
    public String toString() {
        return "epoch " + epoch + " " + voters + (isJoint() ? " joint " + quorum : "");
    }
}
