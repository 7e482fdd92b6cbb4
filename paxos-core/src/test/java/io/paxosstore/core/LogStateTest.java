package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.util.Objects;

/** The ways that the drawing in {@link LogState} shows, and some that it does not. */
class LogStateTest {
    private final Turn turn =
            new Turn(
                    ReplicaConfig.defaults(),
                    new Turn.Identity(1, 1),
                    (state, command, now) -> new StateMachine.Evaluation(state, new byte[0]),
                    new RandomSource(1),
                    Mutation.NONE);
    private final Seat seat =
            Objects.requireNonNull(
                    Seat.among(
                            new Voters(1, 2, 3),
                            new EntityKey(1, new byte[] {1}),
                            SpacePolicies.uniform(
                                    ReplicaConfig.defaults(), OwnershipPolicy.prePreparing()),
                            turn));
    private final VoteSender votes = new VoteSender(turn, seat);
    private final EntityData data = EntityData.of(turn, seat, votes, Stored.NOTHING);
    private final LogState state = new LogState(turn, seat, data, votes, new Contention(turn));

    private void choose(long entry) {
        data.become(entry, EntryValue.of(turn.nextValueId(), new byte[0]));
    }

    private Round round() {
        return Round.preparing(ProposalNumber.above(0, 1), 0, turn);
    }

    private Rebuild rebuild() {
        return new Rebuild(new EntityContext(turn, seat, data, votes, state), 0);
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
        PaxosInstance other = new PaxosInstance(1, seat.voters(), seat.self(), Mutation.NONE);
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
        Rebuild rebuild = rebuild();
        state.beginRebuild(rebuild);
        assertSame(rebuild, state.rebuild());
        assertNull(state.pending());
        assertThrows(Invariant.Violation.class, () -> state.beginRebuild(rebuild()));
        PaxosInstance next = state.beginEntry(1);
        assertThrows(Invariant.Violation.class, () -> state.beginRound(next, round()));
        assertTrue(state.isRebuilding());
        state.endRebuild();
        assertSame(next, state.pending());
        state.beginRound(next, round());
        assertNotNull(state.round());
    }
}
