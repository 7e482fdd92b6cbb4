package io.paxosstore.core.vote;

import io.paxosstore.core.Invariant;
import io.paxosstore.core.Stored;
import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;

import org.jspecify.annotations.Nullable;

/**
 * Where the PaxosLog of one entity stands at this replica: in one state at a time, which one method
 * changes. Not thread-safe.
 *
 * <pre>{@code
 *                beginEntry               beginRound
 * +---------+ ---------------> +--------+ -----------> +-----------+
 * | Settled |                  | Voting |              | Proposing |
 * +---------+ <--------------- +--------+ <----------- +-----------+
 *   |     ^      settleEntry     |    ^     endRound,    |    |
 *   |     |                      |    |     beginEntry   |    |
 *   |     +----------------------|----|-- settleEntry ---+    |
 *   |                            |    |                       |
 *   +------- beginRebuild -------+----|-----------------------+
 *                 |                   |
 *                 v                   | endRebuild, cancelRebuild:
 *          +------------+             | to Settled if nothing
 *          | Rebuilding | ------------+ is pending
 *          +------------+
 * }</pre>
 *
 * <p>Where an entry is pending already, beginEntry replaces it by a later one (Rule D7). While this
 * replica rebuilds, an entry may begin and be settled too: what is pending in the end is what it
 * goes on with.
 */
public final class LogState {
    /** What this replica does about the entry above the version. */
    sealed interface State {
        /** The entry that is voted on; null for none. */
        @Nullable PaxosInstance pending();

        /** Nothing is going on above the version, as far as this replica knows. */
        record Settled() implements State {
            @Override
            public @Nullable PaxosInstance pending() {
                return null;
            }
        }

        /** An entry is pending, and this replica is one of its acceptors, no more. */
        record Voting(PaxosInstance pending) implements State {}

        /** It is acceptor of the pending entry and proposer, with a round of its own. */
        record Proposing(PaxosInstance pending, Round round) implements State {}

        /**
         * The votes of this replica are lost (Rule A1): it has none until it is rebuilt (Rule A2),
         * but on an entry that is open at its floor (Rule M14).
         *
         * @param pending what it goes on with when it votes again; null for nothing
         * @param held the votes that the store still holds; null for none, or once they are pending
         */
        record Rebuilding(@Nullable PaxosInstance pending, @Nullable PaxosInstance held)
                implements State {}
    }

    private static final State SETTLED = new State.Settled();

    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final VoteSender votes;
    private State state = SETTLED;

    /** When another node's live proposal on the pending entry was first seen; 0 for none. */
    private long foreignSinceNanos;

    /** Begins as settled. */
    public LogState(Turn turn, Seat seat, EntityData data, VoteSender votes) {
        this.turn = turn;
        this.seat = seat;
        this.data = data;
        this.votes = votes;
    }

    /** The entry that is voted on; null for none. It is above the version. */
    public @Nullable PaxosInstance pending() {
        return state.pending();
    }

    /** The own round for the pending entry; null while this replica proposes nothing. */
    public @Nullable Round round() {
        return state instanceof State.Proposing proposing ? proposing.round() : null;
    }

    /** Whether this replica is on its way to vote again. */
    public boolean isRebuilding() {
        return state instanceof State.Rebuilding;
    }

    /** Another node has a live proposal on the pending entry (Rule W4). */
    void sawForeignProposal() {
        if (foreignSinceNanos == 0) {
            foreignSinceNanos = turn.nowNanos();
        }
    }

    /** When another node's live proposal on the pending entry was first seen; 0 for none. */
    public long foreignSinceNanos() {
        return foreignSinceNanos;
    }

    // The transitions.

    /** At the start: goes on with the votes that the store holds of an entry above the version. */
    public void restore(Stored stored) {
        PaxosInstance held = heldBy(stored);
        if (held != null) {
            become(new State.Voting(held));
        }
    }

    /** Another entry is pending from now on, with no promise and nothing accepted. */
    public PaxosInstance beginEntry(long entry) {
        PaxosInstance untouched =
                new PaxosInstance(entry, seat.configuration(), seat.self(), turn.rules());
        begin(untouched);
        return untouched;
    }

    /** Another entry is pending from now on. */
    public void begin(PaxosInstance pending) {
        become(
                state instanceof State.Rebuilding rebuilding
                        ? new State.Rebuilding(pending, rebuilding.held())
                        : new State.Voting(pending));
    }

    /** This replica proposes a value for the pending entry, or is about to. */
    public void beginRound(PaxosInstance pending, Round round) {
        become(new State.Proposing(pending, round));
    }

    /** The round is outvoted or given up, if there is one; the votes stay. */
    public void endRound() {
        if (state instanceof State.Proposing proposing) {
            become(new State.Voting(proposing.pending()));
        }
    }

    /** The version has reached the pending entry (Rule K4). */
    public void settleEntry() {
        become(
                state instanceof State.Rebuilding rebuilding
                        ? new State.Rebuilding(null, rebuilding.held())
                        : SETTLED);
    }

    /**
     * Rule M2: this node stands in a later epoch. The round is over, since it was asked of other
     * voters; the own votes stay.
     */
    public void enter() {
        PaxosInstance pending = pending();
        if (pending != null) {
            begin(pending.in(seat.configuration(), seat.self()));
        }
    }

    /**
     * Rule A1: the votes are lost.
     *
     * @param left what is left of them
     */
    public void beginRebuild(Stored left) {
        Invariant.check(!isRebuilding(), "votes that are lost cannot be lost again");
        become(new State.Rebuilding(null, heldBy(left)));
    }

    /**
     * Rule M14: an entry above the version is open, and this replica votes on it, though it is not
     * rebuilt; it goes on from what it has promised and accepted since it came. If that is of an
     * entry before, it gives way as what is pending always does (Rule D7).
     */
    public void voteAtFloor(long entry) {
        if (state instanceof State.Rebuilding rebuilding && rebuilding.pending() == null) {
            PaxosInstance held = rebuilding.held();
            if (held != null && held.entry() > data.version()) {
                begin(held.in(seat.configuration(), seat.self()));
            } else {
                beginEntry(entry);
            }
        }
    }

    /** Rule A2: the record that ends the amnesia is durable. */
    public void endRebuild() {
        become(votingOn(pending()));
    }

    /**
     * Rule A5: nothing was lost after all; what the store holds stands, and votes since it was
     * asked (Rule M14).
     */
    public void cancelRebuild(Stored stored) {
        PaxosInstance pending = pending();
        become(votingOn(pending == null ? heldBy(stored) : pending));
    }

    private @Nullable PaxosInstance heldBy(Stored stored) {
        return PaxosInstance.restored(
                stored, data.version(), seat.configuration(), seat.self(), turn.rules());
    }

    private static State votingOn(@Nullable PaxosInstance pending) {
        return pending == null ? SETTLED : new State.Voting(pending);
    }

    /** The one place where the state changes, and what every change of the pending entry does. */
    private void become(State next) {
        State before = state;
        if (!isLegal(before, next)) {
            throw new Invariant.Violation(
                    "no way from %s to %s at version %d"
                            .formatted(name(before), name(next), data.version()));
        }
        state = next;
        if (before.pending() != next.pending()) {
            foreignSinceNanos = 0;
            votes.newValue();
        }
    }

    private static String name(State state) {
        return state.getClass().getSimpleName();
    }

    private boolean isLegal(State before, State next) {
        PaxosInstance was = before.pending();
        PaxosInstance is = next.pending();
        if (is != null && is != was && is.entry() <= data.version()) {
            return false;
        }
        return switch (next) {
            case State.Settled settled ->
                    before instanceof State.Rebuilding
                            || (was != null && was.entry() <= data.version());
            case State.Voting voting ->
                    switch (before) {
                        case State.Settled settled -> true;
                        case State.Voting earlier -> isLater(voting.pending(), earlier.pending());
                        case State.Proposing proposing ->
                                voting.pending() == proposing.pending()
                                        || isLater(voting.pending(), proposing.pending());
                        case State.Rebuilding rebuilding -> true;
                    };
            case State.Proposing proposing ->
                    before instanceof State.Voting && proposing.pending() == was;
            case State.Rebuilding rebuilding -> true;
        };
    }

    /**
     * Rule D7: a pending entry gives way to a later one alone; or to itself in a later epoch (Rule
     * M2).
     */
    private static boolean isLater(PaxosInstance pending, PaxosInstance before) {
        return pending.entry() > before.entry()
                || (pending.entry() == before.entry() && pending.epoch() > before.epoch());
    }
}
