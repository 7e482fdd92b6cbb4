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
 */
public record Work(Optional<MovePlan> plan, Optional<TopologyHead> head, List<PageChange> pages) {
    /** Copies the list. */
    public Work {
        pages = List.copyOf(pages);
    }

    /**
     * What is due. A pure function: any node may do it, and several at once (Rule M11).
     *
     * @param movingMax see {@link Steps#due}
     * @throws IllegalArgumentException with a sentence, when there are too few nodes for the goal
     */
    public static Work due(Situation now, int movingMax) {
        Topology topology = now.topology();
        return new Work(
                Planning.due(topology, now.plan()),
                SystemSlot.due(now).map(topology.head()::with),
                Steps.due(now, movingMax));
    }

    /** Whether there is nothing to do. */
    public boolean isNothing() {
        return plan.isEmpty() && head.isEmpty() && pages.isEmpty();
    }
}
