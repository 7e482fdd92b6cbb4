package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Visits every state that the real code can reach within a {@link Bound}, breadth first, so that
 * the first violation has a shortest sequence of events. Where there are too many, {@link
 * RandomWalks} goes deeper. Not thread-safe.
 */
public final class Explorer {
    /** The default limit on states; 24 bytes each. */
    public static final int STATES_MAX = 60_000_000;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** States between two looks at the clock. */
    private static final int CLOCK_MASK = 0xfff;

    private final Bound bound;
    private final Planted planted;
    private final GlobalSpace space;
    private final StateStore store = new StateStore();
    private final long startedNanos = System.nanoTime();
    private long transitions;
    private @Nullable SimViolation violation;
    private @Nullable Move lastMove;
    private boolean isCut;

    /** Prepares an exploration of the code with a planted bug, or {@link Mutation#NONE}. */
    public Explorer(Bound bound, Planted planted) {
        this.bound = bound;
        this.planted = planted;
        this.space = new GlobalSpace(bound, planted);
    }

    /**
     * Explores until all is visited, an invariant breaks, or a limit is reached.
     *
     * @param statesMax no more states than this
     * @param seconds no longer than this; 0 for no limit
     */
    public Exploration run(int statesMax, long seconds) {
        store.add(GlobalSpace.FIRST, -1);
        int levelEnd = 1;
        int depth = 0;
        int index = 0;
        while (index < store.size() && violation == null && !isCut) {
            if (index == levelEnd) {
                levelEnd = store.size();
                depth++;
            }
            expand(index);
            index++;
            isCut |=
                    space.isFull()
                            || store.size() >= statesMax
                            || ((index & CLOCK_MASK) == 0
                                    && seconds > 0
                                    && elapsedNanos() > seconds * NANOS_PER_SECOND);
        }
        return new Exploration(
                bound,
                violation == null && !isCut,
                store.size(),
                transitions,
                depth,
                space.locals(),
                space.messages().size(),
                space.steps(),
                (double) elapsedNanos() / NANOS_PER_SECOND,
                violation,
                violation == null
                        ? ""
                        : Replay.text(bound, planted, space.messages(), schedule(index - 1)));
    }

    private long elapsedNanos() {
        return System.nanoTime() - startedNanos;
    }

    private void expand(int index) {
        space.at(store.key(index));
        for (int node = 0; node <= space.nodeCount(); node++) {
            for (int action : space.actions(node)) {
                lastMove = new Move(node, action);
                try {
                    follow(index, node, action);
                } catch (SimViolation e) {
                    violation = e;
                    return;
                }
            }
        }
    }

    private void follow(int index, int node, int action) {
        if (!space.follow(node, action)) {
            return;
        }
        transitions++;
        if (store.add(space.after(), index) != StateStore.KNOWN) {
            space.check(node);
        }
    }

    /** The way to a state, and the move that broke something there. */
    private List<Move> schedule(int last) {
        Deque<Move> moves = new ArrayDeque<>();
        if (lastMove != null) {
            moves.addFirst(lastMove);
        }
        for (int at = last; store.parent(at) >= 0; at = store.parent(at)) {
            moves.addFirst(space.moveBetween(store.key(store.parent(at)), store.key(at)));
        }
        return List.copyOf(moves);
    }
}
