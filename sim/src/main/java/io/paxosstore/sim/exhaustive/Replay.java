package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Invariant;
import io.paxosstore.sim.Describe;
import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/**
 * Runs a sequence of events with the real code, without any table, and checks every invariant on
 * the way. A sequence is written as one line of text, which repeats it on any machine; each event
 * is a node's letter and what happens to it:
 *
 * <pre>
 *  Ap   its oldest record becomes durable     At   time passes
 *  Ac1  it crashes, keeping one record        A?0  the bound's first request comes
 *  AB2  it gets the third message of B to A    Aw   it loses its disk
 *  Ar   its sweep has the entity recovered     A=2  its sweep has walked over B
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class Replay {
    private final Bound bound;
    private final Messages messages;
    private final Truth truth;
    private final LiveNode[] live = new LiveNode[Bound.NODES + 1];
    private final LocalState[] nodes = new LocalState[Bound.NODES + 1];
    private final StringBuilder text = new StringBuilder();

    /** Holds the reads' least versions only. */
    private long key;

    private Replay(
            Bound bound,
            Mutation mutation,
            Messages messages,
            Facts facts,
            @Nullable Consumer<String> lines) {
        this.bound = bound;
        this.messages = messages;
        this.truth = new Truth(bound, facts);
        for (int node = 1; node <= Bound.NODES; node++) {
            live[node] = new LiveNode(node, bound, mutation, messages, facts, lines);
            nodes[node] = live[node].state(-1, 0);
        }
    }

    /** The text of an exploration's sequence. */
    static String text(Bound bound, Mutation mutation, Messages messages, List<Move> moves) {
        Replay replay = new Replay(bound, mutation, messages, new Facts(), null);
        try {
            for (Move move : moves) {
                replay.play(move);
            }
        } catch (SimViolation | Invariant.Violation e) {
            // The last event of a sequence is the one that breaks something.
        }
        return replay.text.toString();
    }

    /**
     * Plays a sequence.
     *
     * @param lines receives what happens, line by line
     * @return the invariant it breaks; null if none
     * @throws IllegalArgumentException if the text does not fit the bound
     */
    public static @Nullable SimViolation play(
            Bound bound, Mutation mutation, String text, Consumer<String> lines) {
        Replay replay = new Replay(bound, mutation, new Messages(), new Facts(), lines);
        try {
            for (String event : text.trim().split("\\s+", -1)) {
                replay.play(replay.parse(event));
            }
        } catch (SimViolation e) {
            return e;
        } catch (Invariant.Violation e) {
            return new SimViolation("Invariant", String.valueOf(e.getMessage()));
        }
        return null;
    }

    private void play(Move move) {
        text.append(text.isEmpty() ? "" : " ").append(format(move));
        int node = move.node();
        LocalState before = nodes[node];
        int kind = Action.kind(move.action());
        if (kind == Action.CLIENT) {
            ClientOp op = bound.ops().get(Action.argument(move.action()));
            if (op.kind() == ClientOp.Kind.READ) {
                key = GlobalKey.withReadMin(key, op.number(), truth.newestChosen(nodes));
            }
        }
        live[node].apply(move.action());
        nodes[node] = live[node].state(-1, 0);
        truth.answered(nodes, key, live[node].replies());
        truth.moved(nodes, node, before);
    }

    private String format(Move move) {
        String node = Describe.node(move.node());
        int argument = Action.argument(move.action());
        return switch (Action.kind(move.action())) {
            case Action.PERSIST -> node + "p";
            case Action.TICK -> node + "t";
            case Action.CRASH -> node + "c" + argument;
            case Action.CLIENT -> node + "?" + argument;
            case Action.WIPE -> node + "w";
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

    private Move parse(String event) {
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
                        case 'w' -> Action.of(Action.WIPE, 0);
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

    private static int nodeOf(char letter) {
        int node = letter - 'A' + 1;
        if (node < 1 || node > Bound.NODES) {
            throw new IndexOutOfBoundsException("no node " + letter);
        }
        return node;
    }
}
