package io.paxosstore.node.topology;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.topology.Voter;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which changes of slots are due: those that can end do, and as many of the planned ones begin as
 * may. A pure function; any number of nodes may compute it and write what they find (Rule M11).
 *
 * <p>Why they are in nobody's way, and keep limits, though each looks at a copy of its own:
 *
 * <ol>
 *   <li>A page is written by compare-and-set on its version, so a change of a slot is decided on
 *       the slot as it is. That a node is whole in an epoch stays true while it keeps its disk, and
 *       what it said in an earlier incarnation does not count; so an end that was due stays due
 *       until somebody writes it, but for nodes that restart.
 *   <li>A move begins in one epoch only, that of its plan, and goes on only in those to which it
 *       has led itself ({@link Hop}). Whoever has an older plan may begin what the newer one does
 *       not know; that is taken back, or completed if it is on the way.
 *   <li>Moves begin in the order of the plan. One may begin when, for each node that has to walk
 *       for it, fewer than the limit of those before it are not known to be over. An old copy knows
 *       of fewer that are over, hence begins less. So before any move that was ever begun, the last
 *       one too, fewer than the limit were open.
 * </ol>
 */
public final class Steps {
    private final Situation now;
    private final int movingMax;
    private final @Nullable PlannedMove[] moves = new PlannedMove[Slots.COUNT];
    private final Map<Integer, Integer> open = new HashMap<>();
    private final SortedMap<Integer, SlotConfiguration> due = new TreeMap<>();

    /** Whether the present plan says, or the one to come will, what goes on. */
    private final boolean isPlanAwaited;

    private Steps(Situation now, int movingMax, boolean isPlanAwaited) {
        this.now = now;
        this.movingMax = movingMax;
        this.isPlanAwaited = isPlanAwaited;
        if (now.isPlanned()) {
            now.plan().moves().forEach(move -> moves[move.slot()] = move);
        }
    }

    /**
     * The changes that are due, one of a page at most.
     *
     * @param movingMax in how many slots one node may have to become whole at once; those in which
     *     it replaces another one do not count
     */
    public static List<PageChange> due(Situation now, int movingMax) {
        return due(now, movingMax, true);
    }

    /**
     * The same where no plan can be made for what is wanted now: then changes under way end as they
     * were begun, rather than wait for a plan that does not come.
     */
    static List<PageChange> dueUnplanned(Situation now, int movingMax) {
        return due(now, movingMax, false);
    }

    private static List<PageChange> due(Situation now, int movingMax, boolean isPlanAwaited) {
        Steps steps = new Steps(now, movingMax, isPlanAwaited);
        steps.end();
        if (now.isPlanned() && now.course() == Course.RUNNING) {
            now.plan().moves().forEach(steps::begin);
        }
        return steps.byPage();
    }

    private void end() {
        for (TopologyPage page : now.topology().pages()) {
            for (int i = 0; i < TopologyPage.SLOTS; i++) {
                int slot = page.firstSlot() + i;
                if (page.slot(slot) instanceof Joint joint) {
                    end(slot, joint).ifPresent(stable -> due.put(slot, stable));
                }
            }
        }
    }

    private Optional<SlotConfiguration> end(int slot, Joint joint) {
        if (!Target.staysUnderWay(joint, now.topology().nodes())
                || now.course() == Course.CANCELLED) {
            return Optional.of(joint.reversed());
        }
        if (now.isPlanned()) {
            PlannedMove move = moves[slot];
            if (move == null || !isOnTheWay(move, joint)) {
                return Optional.of(joint.reversed());
            }
        } else if (isPlanAwaited) {
            return Optional.empty(); // the plan to come says whether it is on the way
        }
        if (now.isWhole(slot, joint)) {
            return Optional.of(Endings.completed(joint));
        }
        return now.hasLostOneThatStays(joint) ? Optional.of(joint.reversed()) : Optional.empty();
    }

    /** Whether a change is the planned one, or one before it that fetches data for it. */
    private static boolean isOnTheWay(PlannedMove move, Joint joint) {
        return MoveState.of(move, joint) == MoveState.MOVING || isBefore(move, joint);
    }

    private static boolean isBefore(PlannedMove move, Joint joint) {
        List<Voter> newcomers = joint.newcomers();
        return joint.epoch() + 1 == move.epoch()
                && !newcomers.isEmpty()
                && newcomers.stream().allMatch(voter -> move.to().contains(voter.node()));
    }

    private void begin(PlannedMove move) {
        SlotConfiguration is = now.topology().configurationOf(move.slot());
        MoveState state = MoveState.of(move, is);
        if (state.isOver()) {
            return;
        }
        switch (is) {
            case Joint joint -> count(state == MoveState.MOVING ? joint.mustBeWhole() : move.to());
            case Stable stable -> begin(move, stable);
        }
    }

    private void begin(PlannedMove move, Stable stable) {
        if (stable.epoch() < move.epoch()) {
            count(move.to());
            return;
        }
        if (move.leadsTo(stable.voters())) {
            due.put(move.slot(), stable.reordered(move.to()));
            return;
        }
        if (comesWhereNoneMay(move, stable)) {
            return;
        }
        List<Integer> next = Hop.next(stable.ids(), move.to(), now);
        List<Integer> walkers = SlotConfiguration.mustBeWhole(stable.ids(), next);
        boolean isFree = isReplacement(stable.ids(), next, walkers);
        boolean isWithin =
                isFree || walkers.stream().allMatch(node -> open.getOrDefault(node, 0) < movingMax);
        if (!isFree) {
            count(walkers);
        }
        // The last epochs of a slot are left alone: nobody comes near them.
        if (isWithin && stable.epoch() <= SlotConfiguration.EPOCH_MAX - 2) {
            Joint joint = stable.towards(next);
            if (now.areActive(joint.newcomers())
                    && now.mayGoOn(joint)
                    && !now.lacksOneThatStays(joint)) {
                due.put(move.slot(), joint);
            }
        }
    }

    /**
     * Whether each node that has to come is at its limit already, so that neither this change can
     * begin nor its being open matters: most of a long plan, most of the time.
     */
    private boolean comesWhereNoneMay(PlannedMove move, Stable stable) {
        if (!now.goal().replacements().isEmpty()
                || !SlotConfiguration.walkOnlyNewcomers(stable.voters().size(), move.to().size())) {
            return false;
        }
        boolean anyComes = false;
        for (int node : move.to()) {
            if (!stable.hasVoter(node)) {
                anyComes = true;
                if (open.getOrDefault(node, 0) < movingMax) {
                    return false;
                }
            }
        }
        return anyComes;
    }

    private void count(List<Integer> nodes) {
        for (int node : nodes) {
            open.merge(node, 1, Integer::sum);
        }
    }

    /** Whether all that happens is that nodes take the places of those that they replace. */
    private boolean isReplacement(List<Integer> old, List<Integer> next, List<Integer> walkers) {
        return !now.goal().replacements().isEmpty()
                && !walkers.isEmpty()
                && walkers.stream()
                        .allMatch(node ->
                                old.stream()
                                        .filter(id -> !next.contains(id))
                                        .anyMatch(
                                                id -> Replacements.heirOf(id, now.goal()) == node));
    }

    private List<PageChange> byPage() {
        SortedMap<Integer, List<SlotChange>> pages = new TreeMap<>();
        due.forEach((slot, next) ->
                pages.computeIfAbsent(TopologyPage.numberOf(slot), any -> new ArrayList<>())
                        .add(new SlotChange(slot, next)));
        List<PageChange> changes = new ArrayList<>();
        pages.forEach((number, those) ->
                changes.add(new PageChange(now.topology().pages().get(number), those)));
        return changes;
    }
}
