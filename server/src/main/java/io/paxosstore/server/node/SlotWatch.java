package io.paxosstore.server.node;

import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.topology.Progress;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Watches over the slots of a node: how they stand, what they can still lose, and whether their
 * moves get on. They are counted only when something that they are counted of is another one.
 * Stepped by one thread; the figures are for any.
 */
final class SlotWatch {
    /** A node that is only restarted is back sooner. */
    private static final Duration EXPOSED_AFTER = Duration.ofSeconds(10);

    /** Moves that have not got on for so long are named. */
    private static final Duration STUCK_AFTER = Duration.ofMinutes(1);

    /** What stays so is named again after so many times the time. */
    private static final int AGAIN_FACTOR = 10;

    private static final Logger LOG = LoggerFactory.getLogger(SlotWatch.class);

    private final Sources sources;
    private final IntFunction<String> addressOf;
    private @Nullable Counted last;
    private volatile SlotFigures figures = SlotFigures.NONE;
    private final Named exposed = new Named(EXPOSED_AFTER);
    private final Named stuck = new Named(STUCK_AFTER);
    private @Nullable Stage stage;

    /** What is counted. */
    interface Sources {
        /** As this node has entered the slots. */
        SlotView view();

        /** The node's copy; null before there is one. */
        @Nullable Topology topology();

        /** The newest plan; null before there is one. */
        @Nullable MovePlan plan();

        /** The nodes that are connected, and this one if its store is whole. */
        Set<Integer> reached();
    }

    /** What was counted last. */
    private record Counted(
            SlotView view,
            @Nullable Topology topology,
            @Nullable MovePlan plan,
            Set<Integer> reached) {
        @SuppressWarnings("ReferenceEquality") // all are replaced as a whole
        boolean isOf(Counted other) {
            return view == other.view
                    && topology == other.topology
                    && plan == other.plan
                    && reached.equals(other.reached);
        }
    }

    /** How far moves are: while it is the same, they do not get on. */
    private record Stage(Optional<Progress> progress, int joint, boolean isMoving, long epochs) {}

    /** Since when something is so, and when that was last said. */
    private static final class Named {
        private final Duration after;
        private @Nullable Instant since;
        private @Nullable Instant named;

        Named(Duration after) {
            this.after = after;
        }

        boolean isDue(Instant now) {
            since = since == null ? now : since;
            Duration wait = after.multipliedBy(AGAIN_FACTOR);
            boolean due =
                    named == null
                            ? Duration.between(since, now).compareTo(after) >= 0
                            : Duration.between(named, now).compareTo(wait) >= 0;
            named = due ? now : named;
            return due;
        }

        /** It is not so any more; whether it was named. */
        boolean end() {
            boolean was = named != null;
            since = null;
            named = null;
            return was;
        }
    }

    /**
     * @param addressOf where a node is, by its id, for people
     */
    SlotWatch(Sources sources, IntFunction<String> addressOf) {
        this.sources = sources;
        this.addressOf = addressOf;
    }

    /** What was counted last. */
    SlotFigures figures() {
        return figures;
    }

    /**
     * Looks once; to be called every second or so.
     *
     * @return what is to be warned of, a line each
     */
    List<String> look(Instant now) {
        Counted present =
                new Counted(
                        sources.view(),
                        sources.topology(),
                        sources.plan(),
                        Set.copyOf(sources.reached()));
        if (last == null || !present.isOf(last)) {
            Topology topology = present.topology();
            MovePlan plan = present.plan();
            figures =
                    SlotFigures.of(
                            present.view(),
                            present.reached()::contains,
                            topology == null || plan == null
                                    ? Optional.empty()
                                    : Optional.of(Progress.of(topology, plan)));
            last = present;
        }
        List<String> warnings = new ArrayList<>();
        lookAtRedundancy(now, warnings);
        lookAtMoves(present, now, warnings);
        return warnings;
    }

    private void lookAtRedundancy(Instant now, List<String> warnings) {
        if (figures.exposed() > 0) {
            if (exposed.isDue(now)) {
                warnings.add(
                        "redundancy_lost "
                                + exposed()
                                + ": start what is down, or replace it (bin/paxosstore members"
                                + " replace)");
            }
        } else if (exposed.end()) {
            LOG.info("redundancy_back {}", redundancy());
        }
    }

    private String exposed() {
        return String.format(
                Locale.ROOT,
                "%,d of %,d slots can lose no voter more%s",
                figures.exposed(),
                Slots.COUNT,
                names(figures.absent(), " (not connected, or not whole: ", ")"));
    }

    private String names(Set<Integer> nodes, String before, String after) {
        return nodes.isEmpty()
                ? ""
                : nodes.stream()
                        .map(node -> "node " + node + " at " + addressOf.apply(node))
                        .collect(Collectors.joining(", ", before, after));
    }

    private void lookAtMoves(Counted present, Instant now, List<String> warnings) {
        Stage is =
                new Stage(
                        figures.progress(),
                        figures.joint(),
                        figures.isMoving(),
                        present.topology() == null ? 0 : epochs(present));
        Stage was = stage;
        stage = is;
        if (!figures.isMoving()) {
            if (was != null && was.isMoving()) {
                LOG.info("moves_done {}", plan());
            }
            stuck.end();
            return;
        }
        boolean waits =
                present.topology() != null
                        && present.topology().head().goal().course() != Course.RUNNING
                        && figures.allJoint() == 0;
        if (!is.equals(was) || waits) {
            stuck.end();
            return;
        }
        if (stuck.isDue(now)) {
            warnings.add(
                    "moves_stuck "
                            + plan()
                            + "; nothing has got on for a minute: "
                            + remedy(present));
        }
    }

    /** Which grows with every step of any slot, also of the system slot. */
    private static long epochs(Counted present) {
        Topology topology = Objects.requireNonNull(present.topology());
        return topology.head().system().epoch()
                + topology.pages().stream().mapToLong(page -> page.version()).sum();
    }

    private String plan() {
        return progress()
                + (figures.isSystemJoint() ? ", the voters of the topology under change" : "");
    }

    private String progress() {
        return figures.progress()
                .map(is ->
                        String.format(
                                Locale.ROOT,
                                "plan %d: %,d slots done, %,d under way, %,d left, %,d dropped",
                                is.version(),
                                is.done(),
                                is.moving(),
                                is.left(),
                                is.dropped()))
                .orElse("the plan is not known");
    }

    private String remedy(Counted present) {
        SortedSet<Integer> away = new TreeSet<>(figures.awaited().keySet());
        away.removeAll(present.reached());
        if (!away.isEmpty()) {
            return names(away, "", "")
                    + " must become whole and is not connected, or rebuilds its store; start it, or"
                    + " take the moves back (bin/paxosstore topology cancel)";
        }
        if (!figures.awaited().isEmpty()) {
            return names(figures.awaited().keySet(), "", "")
                    + " must become whole and fetches what it lacks; see its log, and"
                    + " paxosstore_sweep_left there";
        }
        return "of the voters before or to be some are not connected"
                + names(figures.absent(), " (", ")")
                + "; start them, or give up what is left (bin/paxosstore topology cancel)";
    }

    /** What slots can still lose, for people. */
    String redundancy() {
        if (figures.exposed() > 0) {
            return exposed();
        }
        if (figures.spare().isEmpty()) {
            return "not counted yet";
        }
        int least = figures.spare().firstKey();
        return "every slot can lose " + (least == 1 ? "1 voter more" : least + " voters more");
    }

    /** How far moves are, for people. */
    String moves() {
        return figures.isMoving() ? plan() : "nothing moves";
    }
}
