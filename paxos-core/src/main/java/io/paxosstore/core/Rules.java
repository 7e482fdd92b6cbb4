package io.paxosstore.core;

/**
 * The decisions of the protocol that tests break, each as one method, with the number that it has
 * in docs/protocol.md. The parts ask here, and do what the answer says. Safety rests on more than
 * these: the promise, the views and majorities of promises are in {@code PaxosInstance}, the right
 * to the fast number in {@link OwnershipPolicy}.
 *
 * <p>One object serves all entities: it has no state, and every answer is computed from the
 * arguments alone. Production runs {@link #AS_WRITTEN}. A test that wants to know whether a broken
 * rule is noticed overrides one method (module {@code sim}).
 */
public class Rules {
    /** The rules as docs/protocol.md has them. */
    public static final Rules AS_WRITTEN = new Rules();

    /** For {@link #AS_WRITTEN} and for tests that break a rule. */
    protected Rules() {}

    // The acceptor.

    /**
     * Rules K1 and F2: whether an acceptor takes a proposal: only one that its promise allows and
     * that is greater than what it has accepted. The fast number is the least of all, so that any
     * promise forbids it.
     *
     * @param number the proposal's, 0 for none
     * @param promised the acceptor's m
     * @param accepted the acceptor's n
     */
    public boolean mayAccept(long number, long promised, long accepted) {
        return number > accepted && number >= promised;
    }

    /**
     * Rule M1: whether a message counts that was said in one epoch of the slot and arrives in
     * another, or the same.
     */
    public boolean isOfEpoch(int said, int own) {
        return said == own;
    }

    /** Rule M2: what a replica has heard of the others' votes when it enters a later epoch. */
    public boolean forgetsViews() {
        return true;
    }

    /**
     * Rule D7: whether an acceptor opens an entry for a message that brings it no value: only the
     * next one, while none is pending. What it has accepted gives way to a whole value alone.
     *
     * @param version the newest entry that is settled here
     * @param pendingEntry an earlier entry that is pending here; 0 for none
     */
    public boolean mayBegin(long entry, long version, long pendingEntry) {
        return pendingEntry == 0 && entry == version + 1;
    }

    /** Rule D1: whether what this replica has promised and accepted may be told. */
    public boolean mayTell(boolean isDurable) {
        return isDurable;
    }

    /** Rule D2: whether an accept counts as a vote while its record may be on its way to disk. */
    public boolean isVote(boolean isBeingWritten) {
        return !isBeingWritten;
    }

    /** Rule K3: whether a value is chosen that these voters hold under one number. */
    public boolean isChosen(Quorum quorum, VoterSet holders) {
        return quorum.isMajority(holders);
    }

    // The proposer.

    /** Rules K5, M3: whether a number is promised when these voters have promised it. */
    public boolean isPromised(Quorum quorum, VoterSet those) {
        return quorum.isMajority(those);
    }

    /** Rule K5: whether this accepted number, which a voter reports, binds the next proposer. */
    public boolean isBinding(long accepted) {
        return accepted > 0;
    }

    /**
     * Rule F1: the id that says who owns the next fast number: that of the value chosen before, as
     * it was proposed, so that an incarnation inherits nothing from the one before it.
     *
     * @param chosen the id of the value chosen before
     * @param incarnation the one that this node has now
     */
    public ValueId ownerOfNext(ValueId chosen, int incarnation) {
        return chosen;
    }

    /** Rule W1: whether what was evaluated at a version may be proposed for an entry. */
    public boolean isNext(long entry, long version) {
        return entry == version + 1;
    }

    /**
     * Rule W3: where requests that have lost their slot are looked for before they are evaluated
     * again: among all that the entity knows to be executed.
     */
    public RequestTable searched(RequestTable known) {
        return known;
    }

    /**
     * Rule E1: what an entity knows of executed requests: what its newest entry says, also when it
     * comes back into memory.
     *
     * @param isFromStore whether it has come back from the store
     */
    public RequestTable remembered(RequestTable recorded, boolean isFromStore) {
        return recorded;
    }

    /**
     * Rule E2: what an entity says of a request that is to be executed: what it knows, and of what
     * it may have executed and forgotten, that it is executed no more.
     */
    public RequestTable.Verdict verdict(RequestTable known, RequestId id) {
        return known.verdict(id);
    }

    /** Rule D8: whether this node votes for an entity no more, its space having been dropped. */
    public boolean isGone(boolean isSpaceDropped) {
        return isSpaceDropped;
    }

    // The reader.

    /** Rules R1, M3: whether answers of these voters, the asker included, are enough. */
    public boolean isReadable(Quorum quorum, VoterSet answered) {
        return quorum.isReadable(answered);
    }

    /** Rule R1: whether a probe's answer with this accepted number reports activity. */
    public boolean isActivity(long accepted) {
        return accepted > 0;
    }

    /**
     * Rule X1: the clock by which a read takes something for expired: that of the entries.
     *
     * @param entryMillis the newest entry's
     * @param wallMillis this node's
     */
    public long readClockMillis(long entryMillis, long wallMillis) {
        return entryMillis;
    }

    // Lost memory.

    /** Rule A2: whether a replica must rebuild before it votes, its store having lost memory. */
    public boolean mustRebuild(boolean isAmnesiac) {
        return isAmnesiac;
    }

    /** Rules A2, M5: whether answers of these other voters are enough for a floor. */
    public boolean isFloorKnown(Quorum quorum, VoterSet others) {
        return quorum.isFloorKnown(others);
    }

    /**
     * Rule M14: whether a replica without its memory votes on the entry that is open at its floor:
     * only one that comes with a change, while that goes on. Nothing is chosen then without a
     * majority of the voters before, and the change does not end before it has learnt the entry.
     *
     * @param isComing whether it is one of the voters to be, and none of those before
     */
    public boolean mayVoteAtFloor(boolean isComing) {
        return isComing;
    }

    /** Rule A2: whether a replica answers what it is asked about its votes. */
    public boolean mayAnswer(boolean isAmnesiac) {
        return !isAmnesiac;
    }

    /**
     * Rule M4: whether a replica has come anew with the epoch that its node enters, so that it has
     * no memory there.
     *
     * @param isNewcomer whether it came later than it stood in an epoch
     */
    public boolean comesAnew(boolean isNewcomer) {
        return isNewcomer;
    }

    /** Rule A3: whether what a node said under an incarnation counts no more. */
    public boolean isOutdated(int incarnation, int latest) {
        return incarnation < latest;
    }

    /**
     * Rule A4: whether what a voter answered for a floor still counts when it has begun anew.
     *
     * @param isFloorKept whether the record that rests on the floor has been written
     */
    public boolean isFloorAnswerGood(boolean isFloorKept) {
        return isFloorKept;
    }

    /**
     * Rule A5: the entry that must be chosen and learnt before a replica votes again.
     *
     * @param floor the greatest entry of which anybody holds any state
     * @param chosen the greatest entry that anybody knows to be chosen
     */
    public long rebuildTarget(long floor, long chosen) {
        return Math.max(floor, chosen);
    }
}
