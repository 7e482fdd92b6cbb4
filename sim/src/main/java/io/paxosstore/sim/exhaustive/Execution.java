package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/**
 * One execution within a bound, by the real code without any table; every invariant is checked on
 * the way. Not thread-safe.
 */
final class Execution {
    private final Bound bound;
    private final Truth truth;
    private final LiveNode[] live;
    private final LocalState[] nodes;

    /** The newest entry that was chosen when a read came, by its number. */
    private final long[] leastVersions = new long[Bound.READS_MAX + 1];

    private int step;

    /**
     * Begins one.
     *
     * @param messages names the messages
     * @param lines receives what happens, line by line; null for nothing
     */
    Execution(Bound bound, Planted planted, Messages messages, @Nullable Consumer<String> lines) {
        this.bound = bound;
        Facts facts = new Facts();
        this.truth = new Truth(bound, facts);
        this.live = new LiveNode[bound.nodes() + 1];
        this.nodes = new LocalState[live.length];
        for (int node = 1; node < live.length; node++) {
            live[node] = new LiveNode(node, bound, planted, messages, facts, lines);
            nodes[node] = live[node].state(-1, 0);
        }
    }

    /** The local states now, by node id; to be looked at only. */
    LocalState[] nodes() {
        return nodes;
    }

    /** How far the topology is. */
    int step() {
        return step;
    }

    /** The newest entry that a node holds to be chosen; 0 for none, and for the topology. */
    long version(int node) {
        return node == 0 ? 0 : nodes[node].version();
    }

    /** Whether a node votes in the last step of the course. */
    boolean isAtEnd(int node) {
        return node != 0
                && bound.course().isLast(nodes[node].entered())
                && nodes[node].slot().voters().contains(node);
    }

    /**
     * Lets something happen.
     *
     * @return whether the execution is still within the bound
     * @throws SimViolation if it breaks an invariant
     */
    boolean play(Move move) {
        int node = move.node();
        if (node == 0) {
            step++;
            return true;
        }
        LocalState before = nodes[node];
        int kind = Action.kind(move.action());
        if (kind == Action.CLIENT) {
            ClientOp op = bound.ops().get(Action.argument(move.action()));
            if (op.kind() == ClientOp.Kind.READ) {
                leastVersions[op.number()] = truth.newestChosen(nodes);
            }
        }
        live[node].apply(move.action());
        if (live[node].isBeyond()) {
            return false;
        }
        nodes[node] = live[node].state(-1, 0);
        truth.answered(nodes, read -> leastVersions[read], live[node].replies());
        truth.moved(nodes, node, before);
        return true;
    }
}
