package io.paxosstore.sim;

import io.paxosstore.core.Quorum;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.RequestTable;
import io.paxosstore.core.Rules;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.VoterSet;
import io.paxosstore.core.vote.ProposalNumber;

/**
 * Bugs of the protocol, to see whether the simulator finds them ("How the rules are tested" in
 * docs/protocol.md): each breaks one rule, as one method of {@link Rules}.
 */
public enum Mutation implements Planted {
    /** All rules hold. */
    NONE(Rules.AS_WRITTEN),
    /** Rule K1: accepts a proposal below its own promise. */
    K1(
            new Rules() {
                @Override
                public boolean mayAccept(long number, long promised, long accepted) {
                    return number > accepted;
                }
            }),
    /** Rule K3: takes one acceptor's accept for a majority's. */
    K3(
            new Rules() {
                @Override
                public boolean isChosen(Quorum quorum, VoterSet holders) {
                    return true;
                }
            }),
    /** Rule K5: proposes its own value though a promise reported an accepted one. */
    K5(
            new Rules() {
                @Override
                public boolean isBinding(long accepted) {
                    return false;
                }
            }),
    /** Rule F1: an incarnation inherits the right of the one before it. */
    F1(
            new Rules() {
                @Override
                public ValueId ownerOfNext(ValueId chosen, int incarnation) {
                    return new ValueId(chosen.proposer(), incarnation, chosen.sequence());
                }
            }),
    /** Rule F2: takes a fast accept although it has promised a greater number. */
    F2(
            new Rules() {
                @Override
                public boolean mayAccept(long number, long promised, long accepted) {
                    return number > accepted
                            && (number == ProposalNumber.FAST || number >= promised);
                }
            }),
    /** Rule D1: tells promises and accepts before they are durable. */
    D1(
            new Rules() {
                @Override
                public boolean mayTell(boolean isDurable) {
                    return true;
                }
            }),
    /** Rule D2: counts the proposer's vote that is still pending. */
    D2(
            new Rules() {
                @Override
                public boolean isVote(boolean isBeingWritten) {
                    return true;
                }
            }),
    /** Rule D7: drops an accepted entry for a mere promise of a later one, and goes on there. */
    D7(
            new Rules() {
                @Override
                public boolean mayBegin(long entry, long version, long pendingEntry) {
                    return pendingEntry > 0 || entry == version + 1;
                }

                @Override
                public boolean isNext(long entry, long version) {
                    return true;
                }
            }),
    /** Rule R1: takes a probe's answer for proof although it reports activity. */
    R1(
            new Rules() {
                @Override
                public boolean isActivity(long accepted) {
                    return false;
                }
            }),
    /** Rule A2: votes at once after its memory is lost, as if it had never voted. */
    A2(
            new Rules() {
                @Override
                public boolean mustRebuild(boolean isAmnesiac) {
                    return false;
                }
            }),
    /** Rule A3: counts the votes a replica gave before it lost its memory. */
    A3(
            new Rules() {
                @Override
                public boolean isOutdated(int incarnation, int latest) {
                    return false;
                }
            }),
    /**
     * Rule A4: counts an answer for its floor although the one that gave it has begun anew. What
     * follows is so rare that Rule W1 is broken, too: an entry is proposed over the gap.
     */
    A4(
            new Rules() {
                @Override
                public boolean isFloorAnswerGood(boolean isFloorKept) {
                    return true;
                }

                @Override
                public boolean isNext(long entry, long version) {
                    return true;
                }
            }),
    /** Rule A5: votes again, and counts as recovered, while an entry at its floor is open. */
    A5(
            new Rules() {
                @Override
                public long rebuildTarget(long floor, long chosen) {
                    return chosen;
                }
            }),
    /** Rule W3: takes a lost slot for a failed request and proposes it again without looking. */
    W3(
            new Rules() {
                @Override
                public RequestTable searched(RequestTable known) {
                    return new RequestTable();
                }
            }),
    /** Rule E1: forgets executed requests when the entity leaves memory. */
    E1(
            new Rules() {
                @Override
                public RequestTable remembered(RequestTable recorded, boolean isFromStore) {
                    return isFromStore ? new RequestTable() : recorded;
                }
            }),
    /** Rule E2: executes a late copy of a request, though the entity has forgotten about it. */
    E2(
            new Rules() {
                @Override
                public RequestTable.Verdict verdict(RequestTable known, RequestId id) {
                    RequestTable.Verdict verdict = known.verdict(id);
                    return verdict instanceof RequestTable.Verdict.Duplicate
                            ? verdict
                            : new RequestTable.Verdict.Fresh();
                }
            }),
    /** Rule X1: a read takes for expired what is past its deadline by this node's clock. */
    X1(
            new Rules() {
                @Override
                public long readClockMillis(long entryMillis, long wallMillis) {
                    return wallMillis;
                }
            });

    @SuppressWarnings("ImmutableEnumChecker") // rules have no state
    private final Rules rules;

    Mutation(Rules rules) {
        this.rules = rules;
    }

    @Override
    public Rules rules() {
        return rules;
    }
}
