package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Locale;

/**
 * What an exploration found.
 *
 * @param bound the bound explored
 * @param isComplete whether every state within the bound was visited
 * @param states distinct global states
 * @param transitions moves from one to another, or back to a known one
 * @param depth length of the longest shortest way to a state
 * @param locals distinct local states of each node
 * @param messages distinct messages
 * @param steps steps of the real code
 * @param seconds how long it took
 * @param violation the broken invariant; null if none
 * @param schedule the shortest sequence of events that breaks it, for {@link Replay}; empty if none
 */
public record Exploration(
        Bound bound,
        boolean isComplete,
        long states,
        long transitions,
        int depth,
        List<Integer> locals,
        int messages,
        long steps,
        double seconds,
        @Nullable SimViolation violation,
        String schedule) {
    /** One line for people. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %,d states, %,d transitions, depth %d%s, %.1f s"
                        + " (%s local states, %,d messages, %,d steps of the real code)%s",
                bound.name(),
                states,
                transitions,
                depth,
                isComplete ? ", complete" : ", not complete",
                seconds,
                locals,
                messages,
                steps,
                violation == null ? "" : "; VIOLATION " + violation.getMessage());
    }
}
