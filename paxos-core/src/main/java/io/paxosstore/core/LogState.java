package io.paxosstore.core;

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
final class LogState {
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
         * The votes of this replica are lost (Rule A1): it has none until it is rebuilt (Rule A2).
         *
         * @param pending what it goes on with when it votes again; null for nothing
         */
        record Rebuilding(Rebuild rebuild, @Nullable PaxosInstance pending) implements State {}
    }

    private static final State SETTLED = new State.Settled();

    private final Turn turn;
    private final Seat seat;
    private final EntityData data;
    private final VoteSender votes;
    private final Contention contention;
    private State state = SETTLED;

    /** Begins as settled. */
    LogState(Turn turn, Seat seat, EntityData data, VoteSender votes, Contention contention) {
        this.turn = turn;
        this.seat = seat;
        this.data = data;
        this.votes = votes;
        this.contention = contention;
    }

    /** The entry that is voted on; null for none. It is above the version. */
    @Nullable PaxosInstance pending() {
        return state.pending();
    }

    /** The own round for the pending entry; null while this replica proposes nothing. */
    @Nullable Round round() {
        return state instanceof State.Proposing proposing ? proposing.round() : null;
    }

    /** How far this replica is on its way to vote again; null while it is a voter. */
    @Nullable Rebuild rebuild() {
        return state instanceof State.Rebuilding rebuilding ? rebuilding.rebuild() : null;
    }

    boolean isRebuilding() {
        return state instanceof State.Rebuilding;
    }

    // The transitions.

    /** At the start: goes on with the votes that the store holds of an entry above the version. */
    void restore(Stored stored) {
        PaxosInstance held = heldBy(stored);
        if (held != null) {
            become(new State.Voting(held));
        }
    }

    /** Another entry is pending from now on, with no promise and nothing accepted. */
    PaxosInstance beginEntry(long entry) {
        PaxosInstance untouched =
                new PaxosInstance(entry, seat.voters(), seat.self(), turn.mutation());
        begin(untouched);
        return untouched;
    }

    /** Another entry is pending from now on. */
    void begin(PaxosInstance pending) {
        become(
                state instanceof State.Rebuilding rebuilding
                        ? new State.Rebuilding(rebuilding.rebuild(), pending)
                        : new State.Voting(pending));
    }

    /** This replica proposes a value for the pending entry, or is about to. */
    void beginRound(PaxosInstance pending, Round round) {
        become(new State.Proposing(pending, round));
    }

    /** The round is outvoted or given up, if there is one; the votes stay. */
    void endRound() {
        if (state instanceof State.Proposing proposing) {
            become(new State.Voting(proposing.pending()));
        }
    }

    /** The version has reached the pending entry (Rule K4). */
    void settleEntry() {
        become(
                state instanceof State.Rebuilding rebuilding
                        ? new State.Rebuilding(rebuilding.rebuild(), null)
                        : SETTLED);
    }

    /** Rule A1: the votes are lost. */
    void beginRebuild(Rebuild rebuild) {
        become(new State.Rebuilding(rebuild, null));
    }

    /** Rule A2: the record that ends the amnesia is durable. */
    void endRebuild() {
        become(votingOn(pending()));
    }

    /** Rule A5: nothing was lost after all; what the store holds stands. */
    void cancelRebuild(Stored stored) {
        become(votingOn(heldBy(stored)));
    }

    private @Nullable PaxosInstance heldBy(Stored stored) {
        return PaxosInstance.restored(
                stored, data.version(), seat.voters(), seat.self(), turn.mutation());
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
            contention.newEntry();
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
            case State.Rebuilding rebuilding ->
                    !(before instanceof State.Rebuilding same)
                            || same.rebuild() == rebuilding.rebuild();
        };
    }

    /** Rule D7: a pending entry gives way to a later one alone. */
    private static boolean isLater(PaxosInstance pending, PaxosInstance before) {
        return pending.entry() > before.entry();
    }
}
