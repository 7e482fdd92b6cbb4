package io.paxosstore.bench.cli;

import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.exhaustive.Bound;
import io.paxosstore.sim.exhaustive.Exploration;
import io.paxosstore.sim.exhaustive.Explorer;
import io.paxosstore.sim.exhaustive.Replay;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.util.List;

/** The exhaustive mode of {@code sim}: prints what explorations find. Not thread-safe. */
final class ExhaustiveRun {
    private final PrintWriter out;
    private final Mutation mutation;

    ExhaustiveRun(PrintWriter out, Mutation mutation) {
        this.out = out;
        this.mutation = mutation;
    }

    /**
     * Explores bounds.
     *
     * @param name one bound; null for all
     * @param seconds no longer than this for each
     * @return whether no invariant was broken
     * @throws IllegalArgumentException if there is no such bound
     */
    boolean explore(@Nullable String name, long seconds) {
        List<Bound> bounds = name == null ? Bound.all() : List.of(Bound.of(name));
        for (Bound bound : bounds) {
            Exploration found = new Explorer(bound, mutation).run(Explorer.STATES_MAX, seconds);
            out.println(found);
            out.flush();
            if (found.violation() != null) {
                replay(bound.name(), found.schedule());
                out.println("To repeat it:");
                out.printf(
                        "bin/paxosstore sim --exhaustive --bound %s --mutation %s --replay '%s'%n",
                        bound.name(), mutation, found.schedule());
                return false;
            }
        }
        return true;
    }

    /**
     * Plays a sequence of events and prints it as a conversation.
     *
     * @return whether no invariant was broken
     * @throws IllegalArgumentException if there is no such bound, or the events do not fit it
     */
    boolean replay(String name, String events) {
        SimViolation violation = Replay.play(Bound.of(name), mutation, events, out::println);
        out.println(violation == null ? "Nothing is broken." : "=> " + violation.getMessage());
        out.flush();
        return violation == null;
    }
}
