package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.Voter;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How far a plan is carried out, as the topology shows. Immutable.
 *
 * @param version of the plan
 * @param done how many slots have the voters that were planned
 * @param moving how many are under change
 * @param left how many have not begun
 * @param dropped how many went another way, and are planned anew if need be
 * @param nodes those that get slots, in ascending order of their ids
 */
public record Progress(
        long version, int done, int moving, int left, int dropped, List<NodeProgress> nodes) {
    /** Copies the list. */
    public Progress {
        nodes = List.copyOf(nodes);
    }

    /** The progress of a plan. */
    public static Progress of(Topology topology, MovePlan plan) {
        Map<MoveState, Integer> slots = new EnumMap<>(MoveState.class);
        Map<Integer, Map<MoveState, Integer>> byNode = new TreeMap<>();
        for (PlannedMove move : plan.moves()) {
            SlotConfiguration is = topology.configurationOf(move.slot());
            MoveState state = MoveState.of(move, is);
            slots.merge(state, 1, Integer::sum);
            if (state == MoveState.VOID) {
                continue;
            }
            List<Voter> voters = is.voters();
            for (int node : move.to()) {
                if (!votedBefore(move, node, voters)) {
                    byNode.computeIfAbsent(node, any -> new EnumMap<>(MoveState.class))
                            .merge(state, 1, Integer::sum);
                }
            }
        }
        List<NodeProgress> nodes = new ArrayList<>();
        byNode.forEach((node, counts) -> nodes.add(progress(node, counts)));
        return new Progress(
                plan.version(),
                slots.getOrDefault(MoveState.DONE, 0),
                slots.getOrDefault(MoveState.MOVING, 0),
                slots.getOrDefault(MoveState.WAITING, 0),
                slots.getOrDefault(MoveState.VOID, 0),
                nodes);
    }

    private static NodeProgress progress(int node, Map<MoveState, Integer> counts) {
        return new NodeProgress(
                node,
                counts.getOrDefault(MoveState.DONE, 0),
                counts.getOrDefault(MoveState.MOVING, 0),
                counts.getOrDefault(MoveState.WAITING, 0));
    }

    /** Whether a node neither came nor has to come by the move. */
    private static boolean votedBefore(PlannedMove move, int node, List<Voter> voters) {
        for (Voter voter : voters) {
            if (voter.node() == node && voter.since() <= move.epoch()) {
                return true;
            }
        }
        return false;
    }

    /**
     * How long the rest takes if it goes on as it did.
     *
     * @param before an earlier progress of the same plan
     * @param nanos how long ago that was
     * @return nanoseconds; empty if nothing was done since, or it was another plan
     */
    public OptionalLong remainingNanos(Progress before, long nanos) {
        int newlyDone = done - before.done;
        if (before.version != version || newlyDone <= 0) {
            return OptionalLong.empty();
        }
        return OptionalLong.of((long) ((double) nanos / newlyDone * (moving + left)));
    }
}
