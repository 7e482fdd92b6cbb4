package io.paxosstore.core.vote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.Rules;
import io.paxosstore.core.SpacePolicies;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.Objects;

/** The ways that the drawing in {@link LogState} shows, and some that it does not. */
class LogStateTest {
    private static final long NUMBER = ProposalNumber.above(0, 2);

    private final Turn turn =
            new Turn(
                    ReplicaConfig.defaults(),
                    new Turn.Identity(1, 1),
                    (state, command, now) -> new StateMachine.Evaluation(state, new byte[0]),
                    new RandomSource(1),
                    Rules.AS_WRITTEN);
    private final Seat seat =
            Objects.requireNonNull(
                    Seat.among(
                            Configuration.first(1, 2, 3),
                            new EntityKey(1, new byte[] {1}),
                            SpacePolicies.uniform(
                                    ReplicaConfig.defaults(), OwnershipPolicy.prePreparing()),
                            turn));
    private final Records records = new Records(turn);
    private final EntityData data = EntityData.of(turn, seat, records, Stored.NOTHING);
    private final LogState state =
            new LogState(turn, seat, data, new VoteSender(turn, seat, records));

    private void choose(long entry) {
        data.become(entry, EntryValue.of(turn.nextValueId(), new byte[0]));
    }

    private Round round() {
        return Round.preparing(ProposalNumber.above(0, 1), 0, turn);
    }

    @Test
    void anEntryIsVotedOnProposedAndSettled() {
        assertNull(state.pending());
        PaxosInstance first = state.beginEntry(1);
        assertSame(first, state.pending());
        assertNull(state.round());
        Round round = round();
        state.beginRound(first, round);
        assertSame(round, state.round());
        state.endRound();
        assertNull(state.round());
        assertSame(first, state.pending(), "the votes outlive the round");
        state.beginRound(first, round());
        choose(1);
        state.settleEntry();
        assertNull(state.pending());
        assertNull(state.round());
    }

    /** Rule D7. */
    @Test
    void aLaterEntryReplacesThePendingOneAndEndsItsRound() {
        state.beginRound(state.beginEntry(1), round());
        state.beginEntry(5);
        assertNull(state.round());
        assertEquals(5, Objects.requireNonNull(state.pending()).entry());
        assertThrows(Invariant.Violation.class, () -> state.beginEntry(4));
        assertThrows(Invariant.Violation.class, () -> state.beginEntry(5));
    }

    @Test
    void whatIsSettledIsNotVotedOn() {
        choose(3);
        assertThrows(Invariant.Violation.class, () -> state.beginEntry(3));
        state.beginEntry(4);
        assertThrows(Invariant.Violation.class, state::settleEntry, "it is not chosen");
    }

    @Test
    void aRoundIsForThePendingEntryAlone() {
        PaxosInstance other =
                new PaxosInstance(1, seat.configuration(), seat.self(), Rules.AS_WRITTEN);
        assertThrows(Invariant.Violation.class, () -> state.beginRound(other, round()));
        PaxosInstance pending = state.beginEntry(1);
        assertThrows(Invariant.Violation.class, () -> state.beginRound(other, round()));
        state.beginRound(pending, round());
        assertThrows(Invariant.Violation.class, () -> state.beginRound(pending, round()));
    }

    /** Rules A1, A2. */
    @Test
    void votesThatAreLostAreNotGivenUntilTheRebuildIsOver() {
        state.beginRound(state.beginEntry(1), round());
        state.beginRebuild(Stored.LOST);
        assertTrue(state.isRebuilding());
        assertNull(state.pending());
        assertThrows(Invariant.Violation.class, () -> state.beginRebuild(Stored.LOST));
        PaxosInstance next = state.beginEntry(1);
        assertThrows(Invariant.Violation.class, () -> state.beginRound(next, round()));
        assertTrue(state.isRebuilding());
        state.endRebuild();
        assertSame(next, state.pending());
        state.beginRound(next, round());
        assertNotNull(state.round());
    }

    /** Rule M14: what the store has been asked for may be older. */
    @Test
    void votesAtTheFloorStayWhenNothingWasLost() {
        state.beginRebuild(Stored.LOST);
        state.voteAtFloor(1);
        PaxosInstance voted = Objects.requireNonNull(state.pending());
        voted.promise(NUMBER);
        state.cancelRebuild(Stored.NOTHING);
        assertSame(voted, state.pending());
        assertFalse(state.isRebuilding());
    }

    /** Rule M14: after a restart, say. */
    @Test
    void votesAtTheFloorGoOnFromThoseThatTheStoreHolds() {
        state.beginRebuild(new Stored(0, null, 1, NUMBER, 0, null, true));
        assertNull(state.pending(), "no vote before the floor is known");
        state.voteAtFloor(1);
        assertEquals(NUMBER, Objects.requireNonNull(state.pending()).promised());
    }

    /** Rule D7: a promise of the entry at the floor alone must not take their place. */
    @Test
    void votesOnAnEarlierEntryStayPending() {
        state.beginRebuild(new Stored(0, null, 1, NUMBER, 0, null, true));
        state.voteAtFloor(2);
        assertEquals(1, Objects.requireNonNull(state.pending()).entry());
    }

    @Test
    void votesOnWhatIsSettledByNowAreNoneAtTheFloor() {
        state.beginRebuild(new Stored(0, null, 1, NUMBER, 0, null, true));
        choose(1);
        state.voteAtFloor(2);
        assertTrue(Objects.requireNonNull(state.pending()).isUntouched());
    }
}
