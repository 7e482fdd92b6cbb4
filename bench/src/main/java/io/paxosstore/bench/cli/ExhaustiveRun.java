package io.paxosstore.bench.cli;

import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.exhaustive.Bound;
import io.paxosstore.sim.exhaustive.ChangeMutation;
import io.paxosstore.sim.exhaustive.Exploration;
import io.paxosstore.sim.exhaustive.Explorer;
import io.paxosstore.sim.exhaustive.RandomWalks;
import io.paxosstore.sim.exhaustive.Replay;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The exhaustive mode of {@code sim}: prints what explorations find. Not thread-safe. */
final class ExhaustiveRun {
    private final PrintWriter out;
    private final Planted planted;

    /**
     * @param mutation the name of a rule to be broken, or NONE
     * @throws IllegalArgumentException if there is no such rule
     */
    ExhaustiveRun(PrintWriter out, String mutation) {
        this.out = out;
        this.planted =
                Stream.<Planted>concat(
                                Arrays.stream(Mutation.values()),
                                Arrays.stream(ChangeMutation.values()))
                        .filter(one -> one.name().equals(mutation))
                        .findFirst()
                        .orElseThrow(() ->
                                new IllegalArgumentException(
                                        "There is no mutation '%s'; there are %s and %s."
                                                .formatted(
                                                        mutation,
                                                        List.of(Mutation.values()),
                                                        List.of(ChangeMutation.values()))));
    }

    /**
     * Explores bounds, or walks through those that are too large for that.
     *
     * @param name one bound; null for all
     * @param seconds no longer than this for each
     * @return whether no invariant was broken
     * @throws IllegalArgumentException if there is no such bound
     */
    boolean explore(@Nullable String name, long seconds) {
        List<Bound> bounds = name == null ? Bound.all() : List.of(Bound.of(name));
        for (Bound bound : bounds) {
            String schedule = bound.isForWalks() ? walk(bound, seconds) : visit(bound, seconds);
            if (!schedule.isEmpty()) {
                replay(bound.name(), schedule);
                out.println("To repeat it:");
                out.printf(
                        "bin/paxosstore sim --exhaustive --bound %s --mutation %s --replay '%s'%n",
                        bound.name(), planted.name(), schedule);
                return false;
            }
        }
        return true;
    }

    private String visit(Bound bound, long seconds) {
        Exploration found = new Explorer(bound, planted).run(Explorer.STATES_MAX, seconds);
        out.println(found);
        out.flush();
        return found.schedule();
    }

    private String walk(Bound bound, long seconds) {
        RandomWalks.Found found =
                new RandomWalks(bound, planted, System.nanoTime()).run(Long.MAX_VALUE, seconds);
        out.println(found);
        out.flush();
        return found.schedule();
    }

    /**
     * Plays a sequence of events and prints it as a conversation.
     *
     * @return whether no invariant was broken
     * @throws IllegalArgumentException if there is no such bound, or the events do not fit it
     */
    boolean replay(String name, String events) {
        SimViolation violation = Replay.play(Bound.of(name), planted, events, out::println);
        out.println(violation == null ? "Nothing is broken." : "=> " + violation.getMessage());
        out.flush();
        return violation == null;
    }
}
