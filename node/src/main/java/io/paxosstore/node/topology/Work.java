package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;

import java.util.List;
import java.util.Optional;

/**
 * All that is due, part by part; each is written by itself, in whatever order, or not at all.
 *
 * @param plan the next one
 * @param head with the next configuration of the system slot
 * @param pages with the next configurations of slots
 * @param unplanned why there is no plan though one is wanted, in a sentence: too few nodes, or
 *     zones, for the goal
 */
public record Work(
        Optional<MovePlan> plan,
        Optional<TopologyHead> head,
        List<PageChange> pages,
        Optional<String> unplanned) {
    /** Copies the list. */
    public Work {
        pages = List.copyOf(pages);
    }

    /**
     * What is due. A pure function: any node may do it, and several at once (Rule M11). Where no
     * plan can be made, what is under way is brought to an end all the same.
     *
     * @param movingMax see {@link Steps#due}
     */
    public static Work due(Situation now, int movingMax) {
        Topology topology = now.topology();
        Optional<MovePlan> plan = Optional.empty();
        Optional<String> unplanned = Optional.empty();
        try {
            plan = Planning.due(topology, now.plan());
        } catch (IllegalArgumentException e) {
            unplanned = Optional.of(String.valueOf(e.getMessage()));
        }
        return new Work(
                plan,
                SystemSlot.due(now).map(topology.head()::with),
                unplanned.isEmpty()
                        ? Steps.due(now, movingMax)
                        : Steps.dueUnplanned(now, movingMax),
                unplanned);
    }

    /** Whether there is nothing to do. */
    public boolean isNothing() {
        return plan.isEmpty() && head.isEmpty() && pages.isEmpty();
    }
}
