package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Walks at random through the states of a {@link Bound} that are too many for the {@link Explorer}:
 * each walk lets one thing happen after the other, as deep as the bound allows. What can happen,
 * and the invariants, are the same. Not thread-safe.
 */
public final class RandomWalks {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Longer walks are given up: messages may come again, and time may pass, for ever. */
    private static final int EVENTS_MAX = 200;

    /** So many times something comes again before a walk ends in which nothing new can happen. */
    private static final int QUIET_MAX = 10;

    /** How often a message comes again, or time passes. */
    private static final double AGAIN_CHANCE = 0.1;

    private final Bound bound;
    private final Planted planted;
    private final RandomSource random;
    private final Enabled enabled;
    private final List<Move> moves = new ArrayList<>();
    private final List<Move> fresh = new ArrayList<>();
    private final List<Move> again = new ArrayList<>();
    private Messages messages = new Messages();
    private long steps;
    private long ended;

    /**
     * What walks found.
     *
     * @param runs walks to their end, the one that broke something among them
     * @param steps events in all
     * @param ended walks in which a node has entered the last step of the course, and an entry was
     *     chosen there: what never comes so far proves little
     * @param violation the broken invariant; null if none
     * @param schedule the events that break it, for {@link Replay}; empty if none
     */
    public record Found(
            Bound bound,
            long runs,
            long steps,
            long ended,
            double seconds,
            @Nullable SimViolation violation,
            String schedule) {
        @Override
        public String toString() {
            return "%s: %,d walks, %,d to the end, %,d events, %.1f s%s"
                    .formatted(
                            bound.name(),
                            runs,
                            ended,
                            steps,
                            seconds,
                            violation == null ? "" : "; VIOLATION " + violation.getMessage());
        }
    }

    /** Prepares walks through the code with a planted bug, or {@code Mutation.NONE}. */
    public RandomWalks(Bound bound, Planted planted, long seed) {
        this.bound = bound;
        this.planted = planted;
        this.random = new RandomSource(seed);
        this.enabled = new Enabled(bound);
    }

    /**
     * Walks until an invariant breaks or a limit is reached.
     *
     * @param runsMax no more walks than this
     * @param seconds no longer than this; 0 for no limit
     */
    public Found run(long runsMax, long seconds) {
        long startedNanos = System.nanoTime();
        long runs = 0;
        SimViolation violation = null;
        while (runs < runsMax && violation == null) {
            runs++;
            try {
                walk();
            } catch (SimViolation e) {
                violation = e;
            }
            if (seconds > 0 && System.nanoTime() - startedNanos > seconds * NANOS_PER_SECOND) {
                break;
            }
        }
        double took = (double) (System.nanoTime() - startedNanos) / NANOS_PER_SECOND;
        String schedule = violation == null ? "" : Replay.text(bound, planted, messages, moves);
        return new Found(bound, runs, steps, ended, took, violation, schedule);
    }

    private void walk() {
        moves.clear();
        messages = new Messages();
        Execution execution = new Execution(bound, planted, messages, null);
        Hesitation hesitation = new Hesitation(random, bound.nodes());
        Set<Move> delivered = new HashSet<>();
        boolean isWithin = true;
        boolean isEnded = false;
        int quiet = 0;
        while (isWithin && moves.size() < EVENTS_MAX && quiet < QUIET_MAX) {
            gather(execution, delivered);
            boolean isAgain = fresh.isEmpty() || random.chance(AGAIN_CHANCE);
            List<Move> from = isAgain && !again.isEmpty() ? again : fresh;
            if (from.isEmpty()) {
                break;
            }
            quiet = fresh.isEmpty() ? quiet + 1 : 0;
            Move move = from.get(random.nextInt(from.size()));
            if (from.size() > 1 && random.chance(hesitation.of(move))) {
                continue;
            }
            moves.add(move);
            steps++;
            long before = execution.version(move.node());
            isWithin = execution.play(move);
            isEnded |= execution.isAtEnd(move.node()) && execution.version(move.node()) > before;
            if (Action.kind(move.action()) == Action.DELIVER) {
                delivered.add(move);
            }
        }
        ended += isEnded ? 1 : 0;
    }

    private void gather(Execution execution, Set<Move> delivered) {
        fresh.clear();
        again.clear();
        LocalState[] nodes = execution.nodes();
        for (int node = 0; node < nodes.length; node++) {
            for (int action : enabled.actions(nodes, execution.step(), node)) {
                Move move = new Move(node, action);
                boolean isRepeated = Action.kind(action) == Action.TICK || delivered.contains(move);
                (isRepeated ? again : fresh).add(move);
            }
        }
    }
}
