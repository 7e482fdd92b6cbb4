package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.node.placement.VoterTable;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes plans: what leads from a topology to its goal. A plan is stored, although everybody could
 * compute it, since nobody could later: what is left of a plan is not the plan that the planner
 * would make of what is left.
 */
public final class Planning {
    private Planning() {}

    /**
     * The plan that is to be stored now, if one is: for a new goal, or because the present one is
     * over and there is more to do.
     *
     * @throws IllegalArgumentException with a sentence, when there are too few nodes for the goal
     */
    public static Optional<MovePlan> due(Topology topology, MovePlan plan) {
        Goal goal = topology.head().goal();
        boolean isNew = plan.goal() < goal.number();
        boolean isOver = plan.goal() == goal.number() && isOver(topology, plan);
        if (goal.course() == Course.CANCELLED
                || !(isNew || (isOver && !(plan.isLast() && isFit(topology))))) {
            return Optional.empty();
        }
        MovePlan next = next(topology, plan.version() + 1);
        return next.saysAs(plan) ? Optional.empty() : Optional.of(next);
    }

    /**
     * What a topology's goal means, for people: how many slots each node gets and loses, how many
     * copies of slots move. Slots that are under way count as moved.
     *
     * @throws IllegalArgumentException with a sentence, when there are too few nodes for the goal
     */
    public static Plan preview(Topology topology) {
        Target target = Target.of(topology);
        return Plan.between(target.start(), target.wanted());
    }

    /**
     * Whether nothing is under change, be it the system slot, and the plan for the present goal is
     * carried out.
     */
    public static boolean isSettled(Topology topology, MovePlan plan) {
        for (int slot = 0; slot <= Slots.SYSTEM; slot++) {
            if (topology.configurationOf(slot) instanceof Joint) {
                return false;
            }
        }
        return plan.goal() == topology.head().goal().number()
                && plan.isLast()
                && isOver(topology, plan)
                && isFit(topology);
    }

    private static boolean isOver(Topology topology, MovePlan plan) {
        return plan.moves().stream()
                .allMatch(
                        move -> MoveState.of(move, topology.configurationOf(move.slot())).isOver());
    }

    /** Whether every slot has as many voters as it should, and none that goes. */
    private static boolean isFit(Topology topology) {
        Situation now = new Situation(topology, MovePlan.first(), (a, b, c) -> false, id -> false);
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            if (topology.configurationOf(slot) instanceof Stable stable
                    && (stable.voters().size() != now.goal().voters()
                            || !now.areActive(stable.voters()))) {
                return false;
            }
        }
        return true;
    }

    /** What leads to the goal: the changes under way first, which counts them for the limit. */
    static MovePlan next(Topology topology, long version) {
        Goal goal = topology.head().goal();
        Target target = Target.of(topology);
        List<PlannedMove> moves = moves(topology, target.wanted());
        boolean isLast = moves.isEmpty();
        if (isLast && goal.spread()) {
            moves = moves(topology, target.reordered());
        }
        return new MovePlan(version, goal.number(), isLast, moves);
    }

    private static List<PlannedMove> moves(Topology topology, VoterTable wanted) {
        List<PlannedMove> underWay = new ArrayList<>();
        List<PlannedMove> others = new ArrayList<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<Integer> to = wanted.votersOf(slot);
            switch (topology.configurationOf(slot)) {
                case Stable stable -> {
                    if (!stable.ids().equals(to)) {
                        others.add(new PlannedMove(slot, stable.epoch(), to));
                    }
                }
                case Joint joint -> {
                    PlannedMove same = new PlannedMove(slot, joint.epoch() - 1, joint.nextIds());
                    boolean leadsThere = Set.copyOf(same.to()).equals(Set.copyOf(to));
                    if (leadsThere && Target.staysUnderWay(joint, topology.nodes())) {
                        underWay.add(same);
                    } else if (!joint.oldIds().equals(to)) {
                        others.add(new PlannedMove(slot, joint.epoch() + 1, to));
                    }
                }
            }
        }
        underWay.addAll(others);
        return underWay;
    }
}
