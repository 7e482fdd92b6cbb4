package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Plays a sequence of events again ({@link Execution}), from one line of text ({@link MoveText})
 * which repeats it on any machine. Stateless.
 */
public final class Replay {
    private Replay() {}

    /** The text of an exploration's sequence. */
    static String text(Bound bound, Planted planted, Messages messages, List<Move> moves) {
        Execution replay = new Execution(bound, planted, messages, null);
        MoveText format = new MoveText(messages);
        List<String> text = new ArrayList<>();
        try {
            for (Move move : moves) {
                text.add(format.text(move, replay.nodes()));
                replay.play(move);
            }
        } catch (SimViolation e) {
            // The last event of a sequence is the one that breaks something.
        }
        return String.join(" ", text);
    }

    /**
     * Plays a sequence.
     *
     * @param lines receives what happens, line by line
     * @return the invariant it breaks; null if none
     * @throws IllegalArgumentException if the text does not fit the bound
     */
    public static @Nullable SimViolation play(
            Bound bound, Planted planted, String text, Consumer<String> lines) {
        Messages messages = new Messages();
        Execution replay = new Execution(bound, planted, messages, lines);
        MoveText format = new MoveText(messages);
        try {
            for (String event : text.trim().split("\\s+", -1)) {
                replay.play(format.move(event, replay.nodes()));
            }
        } catch (SimViolation e) {
            return e;
        }
        return null;
    }
}
