package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Describe;

/**
 * Events as text: a node's letter and what happens to it, or a sign for the topology.
 *
 * <pre>
 *  Ap   its oldest record becomes durable     At   time passes
 *  Ac1  it crashes, keeping one record        A?0  the bound's first request comes
 *  AB2  it gets the third message of B to A   Aw0  it loses its disk, and enters that step
 *  Ar   its sweep has the entity recovered    A=2  its sweep has walked over B
 *  Ae1  it enters that step of the course     +    the topology takes the next step
 * </pre>
 *
 * <p>A message is named by its place among those sent between two nodes, so what the text of an
 * event is depends on the state before it. Not thread-safe.
 */
final class MoveText {
    private static final String GO_ON = "+";

    private final Messages messages;

    MoveText(Messages messages) {
        this.messages = messages;
    }

    /**
     * The text of an event.
     *
     * @param nodes the local states before it, by node id
     */
    String text(Move move, LocalState[] nodes) {
        if (move.node() == 0) {
            return GO_ON;
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
            default -> node + link(argument, nodes);
        };
    }

    private String link(int message, LocalState[] nodes) {
        Messages.Envelope envelope = messages.get(message);
        int[] sent = nodes[envelope.from()].sent()[envelope.to()];
        for (int i = 0; i < sent.length; i++) {
            if (sent[i] == message) {
                return Describe.node(envelope.from()) + i;
            }
        }
        throw new IllegalStateException("delivered before it was sent");
    }

    /**
     * The event of a text.
     *
     * @param nodes the local states before it, by node id
     * @throws IllegalArgumentException if it is none that can happen then
     */
    Move move(String text, LocalState[] nodes) {
        if (text.equals(GO_ON)) {
            return new Move(0, Action.of(Action.GO_ON, 0));
        }
        try {
            int node = node(text.charAt(0), nodes);
            char what = text.charAt(1);
            int argument = text.length() > 2 ? Integer.parseInt(text.substring(2)) : 0;
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
                        default -> {
                            int[] sent = nodes[node(what, nodes)].sent()[node];
                            yield Action.of(Action.DELIVER, sent[argument]);
                        }
                    });
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no event that can happen here in this bound", e);
        }
    }

    private static int node(char letter, LocalState[] nodes) {
        int node = letter - 'A' + 1;
        if (node < 1 || node >= nodes.length) {
            throw new IndexOutOfBoundsException("no node " + letter);
        }
        return node;
    }
}
