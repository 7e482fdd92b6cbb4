package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Invariant;
import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import java.util.ArrayList;
import java.util.List;

/**
 * The global states within a bound: what can happen in each, and which follows from it. A state is
 * the number of each node's local state, see {@link GlobalKey}.
 *
 * <p>What one node does depends on its own state and the event alone. So the real code is run once
 * per local state and event ({@link LocalSpace}), and a search over global states only looks up
 * numbers. The network is the set of all messages ever sent: any of them may be delivered at any
 * time, again, or never. That is unlimited loss, duplication, delay and reordering, and it needs no
 * state of its own. Events that change nothing are no transitions.
 *
 * <p>Not thread-safe.
 */
final class GlobalSpace {
    /** Where every execution begins. */
    static final long FIRST = 0;

    private final Bound bound;
    private final int nodeCount;
    private final GlobalKey keys;
    private final Messages messages = new Messages();
    private final Truth truth;
    private final LocalSpace[] spaces;

    /** The state at hand, and the local states of it by node id. */
    private long key;

    private final LocalState[] nodes;

    private final Enabled enabled;
    private long after;
    private boolean isFull;

    GlobalSpace(Bound bound, Planted planted) {
        this.bound = bound;
        this.nodeCount = bound.nodes();
        this.keys = GlobalKey.of(bound);
        this.enabled = new Enabled(bound);
        Facts facts = new Facts();
        this.truth = new Truth(bound, facts);
        this.spaces = new LocalSpace[nodeCount + 1];
        this.nodes = new LocalState[nodeCount + 1];
        for (int node = 1; node <= nodeCount; node++) {
            spaces[node] = new LocalSpace(node, bound, planted, messages, facts);
        }
    }

    int nodeCount() {
        return nodeCount;
    }

    Messages messages() {
        return messages;
    }

    /** How many local states of each node were met. */
    List<Integer> locals() {
        List<Integer> locals = new ArrayList<>();
        for (int node = 1; node <= nodeCount; node++) {
            locals.add(spaces[node].size());
        }
        return locals;
    }

    /** How many steps the real code took. */
    long steps() {
        long steps = 0;
        for (int node = 1; node <= nodeCount; node++) {
            steps += spaces[node].steps();
        }
        return steps;
    }

    /** Whether there are more local states than fit. */
    boolean isFull() {
        return isFull;
    }

    /** Takes a state at hand. */
    void at(long state) {
        key = state;
        for (int node = 1; node <= nodeCount; node++) {
            nodes[node] = spaces[node].get(keys.local(state, node));
        }
    }

    /** Everything that can happen to a node, or to the topology, in the state at hand. */
    int[] actions(int node) {
        return enabled.actions(nodes, keys.step(key), node);
    }

    /**
     * Lets something happen in the state at hand, which stays at hand; {@link #after} is what
     * follows.
     *
     * @return whether it changes anything, within the bound
     * @throws SimViolation if it breaks a rule that concerns one node, or what was answered
     */
    boolean follow(int node, int action) {
        if (node == 0) {
            after = keys.stepOn(key);
            return true;
        }
        int local = keys.local(key, node);
        int next = spaces[node].next(local, action);
        if (next == LocalSpace.SAME || next == LocalSpace.BEYOND) {
            return false;
        }
        if (next == LocalSpace.BROKEN) {
            throw spaces[node].violation();
        }
        if (next >= keys.localMax()) {
            isFull = true;
            return false;
        }
        after = keys.withLocal(key, node, next);
        if (Action.kind(action) == Action.CLIENT) {
            ClientOp op = bound.ops().get(Action.argument(action));
            if (op.kind() == ClientOp.Kind.READ) {
                after = keys.withReadMin(after, op.number(), truth.newestChosen(nodes));
            }
        }
        List<LiveNode.Reply> replies = spaces[node].replies(local, action);
        if (!replies.isEmpty()) {
            answered(node, next, replies);
        }
        return true;
    }

    private void answered(int node, int next, List<LiveNode.Reply> replies) {
        LocalState before = nodes[node];
        nodes[node] = spaces[node].get(next);
        try {
            truth.answered(nodes, read -> keys.readMin(after, read), replies);
        } finally {
            nodes[node] = before;
        }
        for (LiveNode.Reply reply : replies) {
            ClientOp op = bound.ops().get(reply.op());
            if (op.kind() == ClientOp.Kind.READ) {
                after = keys.withReadMin(after, op.number(), 0); // needed no more
            }
        }
    }

    /** The state after what was followed last. */
    long after() {
        return after;
    }

    /**
     * Checks the state after what was followed last, if it is a new one.
     *
     * @throws SimViolation if it breaks an invariant
     */
    void check(int node) {
        if (node == 0) {
            return;
        }
        LocalState before = nodes[node];
        nodes[node] = spaces[node].get(keys.local(after, node));
        try {
            truth.moved(nodes, node, before);
        } finally {
            nodes[node] = before;
        }
    }

    /** What happened between two neighbouring states. */
    Move moveBetween(long from, long to) {
        if (keys.step(from) != keys.step(to)) {
            return new Move(0, Action.of(Action.GO_ON, 0));
        }
        at(from);
        for (int node = 1; node <= nodeCount; node++) {
            if (keys.local(from, node) == keys.local(to, node)) {
                continue;
            }
            for (int action : actions(node)) {
                int next = spaces[node].next(keys.local(from, node), action);
                if (next == keys.local(to, node)) {
                    return new Move(node, action);
                }
            }
        }
        throw new Invariant.Violation("no move between neighbouring states");
    }
}
