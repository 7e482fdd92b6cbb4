package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Invariant;
import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
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
 *  AB2  it gets the third message of B to A    Aw0  it loses its disk, and enters that step
 *  Ar   its sweep has the entity recovered     A=2  its sweep has walked over B
 *  Ae1  it enters that step of the course     +    the topology takes the next step
 * </pre>
 *
 * <p>Stateless.
 */
public final class Replay {
    private Replay() {}

    /** The text of an exploration's sequence. */
    static String text(Bound bound, Planted planted, Messages messages, List<Move> moves) {
        Execution replay = new Execution(bound, planted, messages, null);
        List<String> text = new ArrayList<>();
        try {
            for (Move move : moves) {
                text.add(replay.format(move));
                replay.play(move);
            }
        } catch (SimViolation | Invariant.Violation e) {
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
        Execution replay = new Execution(bound, planted, new Messages(), lines);
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
}
