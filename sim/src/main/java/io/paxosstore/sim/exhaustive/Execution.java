package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Describe;
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
    private final Messages messages;
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
        this.messages = messages;
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
                && nodes[node].slot().voters().indexOf(node) >= 0;
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

    /** An event as text; it is about to be played. */
    String format(Move move) {
        if (move.node() == 0) {
            return "+";
        }
        String node = Describe.node(move.node());
        int argument = Action.argument(move.action());
        return switch (Action.kind(move.action())) {
            case Action.PERSIST -> node + "p";
            case Action.TICK -> node + "t";
            case Action.CRASH -> node + "c" + argument;
            case Action.CLIENT -> node + "?" + argument;
            case Action.WIPE -> node + "w" + argument;
            case Action.ENTER -> node + "e" + argument;
            case Action.RECOVER -> node + "r";
            case Action.WALK -> node + "=" + argument;
            default -> node + link(argument);
        };
    }

    private String link(int message) {
        Messages.Envelope envelope = messages.get(message);
        int[] sent = nodes[envelope.from()].sent()[envelope.to()];
        for (int i = 0; i < sent.length; i++) {
            if (sent[i] == message) {
                return Describe.node(envelope.from()) + i;
            }
        }
        throw new IllegalStateException("delivered before it was sent");
    }

    /** The event of a text, which can happen now. */
    Move parse(String event) {
        if (event.equals("+")) {
            return new Move(0, Action.of(Action.GO_ON, 0));
        }
        try {
            int node = nodeOf(event.charAt(0));
            char what = event.charAt(1);
            int argument = event.length() > 2 ? Integer.parseInt(event.substring(2)) : 0;
            return new Move(
                    node,
                    switch (what) {
                        case 'p' -> Action.of(Action.PERSIST, 0);
                        case 't' -> Action.of(Action.TICK, 0);
                        case 'c' -> Action.of(Action.CRASH, argument);
                        case 'w' -> Action.of(Action.WIPE, argument);
                        case 'e' -> Action.of(Action.ENTER, argument);
                        case 'r' -> Action.of(Action.RECOVER, 0);
                        case '=' -> Action.of(Action.WALK, argument);
                        case '?' -> Action.of(Action.CLIENT, argument);
                        default ->
                                Action.of(
                                        Action.DELIVER, nodes[nodeOf(what)].sent()[node][argument]);
                    });
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + event + "' is no event that can happen here in this bound", e);
        }
    }

    private int nodeOf(char letter) {
        int node = letter - 'A' + 1;
        if (node < 1 || node >= live.length) {
            throw new IndexOutOfBoundsException("no node " + letter);
        }
        return node;
    }
}
