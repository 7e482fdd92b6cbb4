package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Quorum;
import io.paxosstore.core.Rules;
import io.paxosstore.core.VoterSet;
import io.paxosstore.sim.Planted;

import java.util.function.Function;

/**
 * Bugs of changes of the voters (section 9 of docs/protocol.md): each breaks one rule, as one
 * method of {@link Rules}, or one duty of the node around the replica ({@link LiveSlot}).
 */
public enum ChangeMutation implements Planted {
    /** Rule M1: takes what was said in other epochs. */
    M1(
            new Rules() {
                @Override
                public boolean isOfEpoch(int said, int own) {
                    return true;
                }
            }),
    /** Rule M2: counts what it heard in the epoch before. */
    M2_VIEWS(
            new Rules() {
                @Override
                public boolean forgetsViews() {
                    return false;
                }
            }),
    /** Rule M2: a crash takes it back to the epoch before. */
    M2_NOT_DURABLE(Rules.AS_WRITTEN),
    /** Rule M3: prepares with a majority of the voters before alone. */
    M3_PREPARE_OLD(preparingBy(Quorum::old)),
    /** Rule M3: prepares with a majority of the voters to be alone. */
    M3_PREPARE_NEXT(preparingBy(Quorum::next)),
    /** Rule M3: takes for chosen what a majority of the voters before has accepted. */
    M3_ACCEPT_OLD(choosingBy(Quorum::old)),
    /** Rule M3: takes for chosen what a majority of the voters to be has accepted. */
    M3_ACCEPT_NEXT(choosingBy(Quorum::next)),
    /** Rule M3: reads from a majority of the voters before. */
    M3_READ_OLD(readingFrom(Quorum::old)),
    /** Rule M3: reads from a majority of the voters to be. */
    M3_READ_NEXT(readingFrom(Quorum::next)),
    /** Rule M4: a newcomer votes as if there had been nothing before it. */
    M4_EMPTY(Rules.AS_WRITTEN),
    /** Rule M4: takes for a newcomer only who was none of the voters when it last entered. */
    M4_SINCE(
            new Rules() {
                @Override
                public boolean comesAnew(boolean isNewcomer) {
                    return false;
                }
            }),
    /** Rule M5: a floor from one answer. */
    M5_ONE(
            new Rules() {
                @Override
                public boolean isFloorKnown(Quorum quorum, VoterSet others) {
                    return !others.isEmpty();
                }
            }),
    /** Rules M5, A2: answers what it is asked without its memory. */
    M5_AMNESIAC(
            new Rules() {
                @Override
                public boolean mayAnswer(boolean isAmnesiac) {
                    return true;
                }
            }),
    /** Rule M14: votes at its floor without its memory, whoever decides. */
    M14(votingAtFloor(true)),
    /**
     * Rule M14: never votes at its floor. Nothing false comes of it, but what is open when a voter
     * dies is not decided.
     */
    M14_SILENT(votingAtFloor(false)),
    /** Rule M10: forgets a slot while it still votes there. */
    M10(Rules.AS_WRITTEN);

    @SuppressWarnings("ImmutableEnumChecker") // rules have no state
    private final Rules rules;

    ChangeMutation(Rules rules) {
        this.rules = rules;
    }

    private static Rules preparingBy(Function<Quorum, VoterSet> side) {
        return new Rules() {
            @Override
            public boolean isPromised(Quorum quorum, VoterSet those) {
                return Quorum.isMajorityOf(side.apply(quorum), those);
            }
        };
    }

    private static Rules choosingBy(Function<Quorum, VoterSet> side) {
        return new Rules() {
            @Override
            public boolean isChosen(Quorum quorum, VoterSet holders) {
                return Quorum.isMajorityOf(side.apply(quorum), holders);
            }
        };
    }

    private static Rules readingFrom(Function<Quorum, VoterSet> side) {
        return new Rules() {
            @Override
            public boolean isReadable(Quorum quorum, VoterSet answered) {
                return Quorum.isMajorityOf(side.apply(quorum), answered);
            }
        };
    }

    private static Rules votingAtFloor(boolean always) {
        return new Rules() {
            @Override
            public boolean mayVoteAtFloor(boolean isComing) {
                return always;
            }
        };
    }

    @Override
    public Rules rules() {
        return rules;
    }
}
