package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Visits every state that the real code can reach within a {@link Bound}, breadth first, so that
 * the first violation has a shortest sequence of events.
 *
 * <p>What one node does depends on its own state and the event alone. So the real code is run once
 * per local state and event ({@link LocalSpace}), and the search over global states only looks up
 * numbers. The network is the set of all messages ever sent: any of them may be delivered at any
 * time, again, or never. That is unlimited loss, duplication, delay and reordering, and it needs no
 * state of its own. Events that change nothing are no transitions.
 *
 * <p>Not thread-safe.
 */
public final class Explorer {
    /** The default limit on states; 24 bytes each. */
    public static final int STATES_MAX = 60_000_000;

    private static final int NODES = Bound.NODES;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** States between two looks at the clock. */
    private static final int CLOCK_MASK = 0xfff;

    private final Bound bound;
    private final Mutation mutation;
    private final Messages messages = new Messages();
    private final Facts facts = new Facts();
    private final Truth truth;
    private final LocalSpace[] spaces = new LocalSpace[NODES + 1];
    private final StateStore store = new StateStore();

    /** The local states of the global state at hand, by node id; reused. */
    private final LocalState[] nodes = new LocalState[NODES + 1];

    private final long startedNanos = System.nanoTime();
    private long transitions;
    private @Nullable SimViolation violation;
    private @Nullable Move lastMove;
    private boolean isCut;

    /** Prepares an exploration of the code with a planted bug, or {@link Mutation#NONE}. */
    public Explorer(Bound bound, Mutation mutation) {
        this.bound = bound;
        this.mutation = mutation;
        this.truth = new Truth(bound, facts);
        for (int node = 1; node <= NODES; node++) {
            spaces[node] = new LocalSpace(node, bound, mutation, messages, facts);
        }
    }

    /**
     * Explores until all is visited, an invariant breaks, or a limit is reached.
     *
     * @param statesMax no more states than this
     * @param seconds no longer than this; 0 for no limit
     */
    public Exploration run(int statesMax, long seconds) {
        store.add(0, -1);
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
                    store.size() >= statesMax
                            || ((index & CLOCK_MASK) == 0
                                    && seconds > 0
                                    && elapsedNanos() > seconds * NANOS_PER_SECOND);
        }
        List<Integer> locals = new ArrayList<>();
        long steps = 0;
        for (int node = 1; node <= NODES; node++) {
            locals.add(spaces[node].size());
            steps += spaces[node].steps();
        }
        return new Exploration(
                bound,
                violation == null && !isCut,
                store.size(),
                transitions,
                depth,
                locals,
                messages.size(),
                steps,
                (double) elapsedNanos() / NANOS_PER_SECOND,
                violation,
                violation == null
                        ? ""
                        : Replay.text(bound, mutation, messages, schedule(index - 1)));
    }

    private long elapsedNanos() {
        return System.nanoTime() - startedNanos;
    }

    private void expand(int index) {
        long key = store.key(index);
        for (int node = 1; node <= NODES && violation == null; node++) {
            for (int action : actions(key, node)) {
                follow(index, key, node, action);
                if (violation != null) {
                    return;
                }
            }
        }
    }

    /** Everything that can happen to a node in a state; reused. */
    private final IntList actions = new IntList();

    private int[] actions(long key, int node) {
        actions.clear();
        int crashes = 0;
        int wipes = 0;
        for (int one = 1; one <= NODES; one++) {
            nodes[one] = spaces[one].get(GlobalKey.local(key, one));
            crashes += nodes[one].crashes();
            wipes += nodes[one].wipes();
        }
        LocalState own = nodes[node];
        if (own.unsynced() > 0) {
            actions.add(Action.of(Action.PERSIST, 0));
        }
        for (int op = 0; op < bound.ops().size(); op++) {
            if (bound.ops().get(op).node() == node && (own.issued() & 1 << op) == 0) {
                actions.add(Action.of(Action.CLIENT, op));
            }
        }
        for (int other = 1; other <= NODES; other++) {
            for (int message : nodes[other].sent()[node]) {
                actions.add(Action.of(Action.DELIVER, message));
            }
        }
        if (bound.has(Bound.Feature.TIME)) {
            actions.add(Action.of(Action.TICK, 0));
        }
        if (crashes < bound.crashes()) {
            for (int kept = 0; kept <= own.unsynced(); kept++) {
                actions.add(Action.of(Action.CRASH, kept));
            }
        }
        if (wipes < bound.wipes() && bound.mayLoseDisk(node) && othersAreWhole(node)) {
            actions.add(Action.of(Action.WIPE, 0));
        }
        if (bound.hasSweeps() && own.sweep().isRebuilding() && own.unsynced() == 0) {
            sweep(node, own);
        }
        return actions.toArray();
    }

    private void sweep(int node, LocalState own) {
        if (bound.has(Bound.Feature.RECOVER) && !own.sweep().hasAsked()) {
            actions.add(Action.of(Action.RECOVER, 0));
        }
        for (int other = 1; other <= NODES; other++) {
            if (other != node && own.mayHaveWalked(node, nodes[other], other)) {
                actions.add(Action.of(Action.WALK, other));
            }
        }
    }

    /** A minority may have lost something at any time. */
    private boolean othersAreWhole(int but) {
        boolean whole = true;
        for (int node = 1; node <= NODES; node++) {
            whole &= node == but || !nodes[node].sweep().isRebuilding();
        }
        return whole;
    }

    private void follow(int index, long key, int node, int action) {
        int local = GlobalKey.local(key, node);
        int next = spaces[node].next(local, action);
        if (next == LocalSpace.SAME || next == LocalSpace.BEYOND) {
            return;
        }
        transitions++;
        lastMove = new Move(node, action);
        if (next == LocalSpace.BROKEN) {
            violation = spaces[node].violation();
            return;
        }
        if (next >= GlobalKey.LOCAL_MAX) {
            isCut = true;
            return;
        }
        try {
            add(index, key, node, action, next);
        } catch (SimViolation e) {
            violation = e;
        }
    }

    private void add(int index, long key, int node, int action, int next) {
        int local = GlobalKey.local(key, node);
        long after = GlobalKey.withLocal(key, node, next);
        LocalState before = nodes[node];
        List<LiveNode.Reply> replies = spaces[node].replies(local, action);
        if (Action.kind(action) == Action.CLIENT) {
            ClientOp op = bound.ops().get(Action.argument(action));
            if (op.kind() == ClientOp.Kind.READ) {
                after = GlobalKey.withReadMin(after, op.number(), truth.newestChosen(nodes));
            }
        }
        nodes[node] = spaces[node].get(next);
        try {
            if (!replies.isEmpty()) {
                truth.answered(nodes, after, replies);
                after = forget(after, replies);
            }
            if (store.add(after, index) != StateStore.KNOWN) {
                truth.moved(nodes, node, before);
            }
        } finally {
            nodes[node] = before;
        }
    }

    /** A read that is answered needs its least version no more. */
    private long forget(long key, List<LiveNode.Reply> replies) {
        long after = key;
        for (LiveNode.Reply reply : replies) {
            ClientOp op = bound.ops().get(reply.op());
            if (op.kind() == ClientOp.Kind.READ) {
                after = GlobalKey.withReadMin(after, op.number(), 0);
            }
        }
        return after;
    }

    /** The way to a state, and the move that broke something there. */
    private List<Move> schedule(int last) {
        Deque<Move> moves = new ArrayDeque<>();
        if (lastMove != null) {
            moves.addFirst(lastMove);
        }
        for (int at = last; store.parent(at) >= 0; at = store.parent(at)) {
            moves.addFirst(moveBetween(store.key(store.parent(at)), store.key(at)));
        }
        return List.copyOf(moves);
    }

    private Move moveBetween(long from, long to) {
        for (int node = 1; node <= NODES; node++) {
            if (GlobalKey.local(from, node) == GlobalKey.local(to, node)) {
                continue;
            }
            for (int action : actions(from, node)) {
                int next = spaces[node].next(GlobalKey.local(from, node), action);
                if (next == GlobalKey.local(to, node)) {
                    return new Move(node, action);
                }
            }
        }
        throw new IllegalStateException("no move between neighbouring states");
    }
}
