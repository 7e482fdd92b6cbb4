package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** What is due part by part, where the planner can make no plan. */
final class WorkTest {
    private static final int SLOT = 7;

    private boolean whole;

    /**
     * Nodes 1 to 4 in zone a; the slot is under change from 1, 2, 3 to 1, 2, 4, and node 3 is
     * drained; before that is planned node 5 joins, in another zone and mini-cluster by a slip.
     */
    private final Topology topology = topology();

    private static Topology topology() {
        List<ClusterNode> nodes =
                IntStream.rangeClosed(1, 4).mapToObj(id -> Clusters.node(id, "a")).toList();
        Topology before = Topology.first(nodes, Collections.nCopies(16_384, List.of(1, 2, 3)));
        Joint joint = ((Stable) before.configurationOf(SLOT)).towards(List.of(1, 2, 4));
        ClusterNode slip =
                new ClusterNode(5, "node5", 7400, 7401, 7402, "b", 1, Membership.ACTIVE, 100);
        return Clusters.changed(
                before.with(before.pages().getFirst().with(List.of(new SlotChange(SLOT, joint)))),
                new ClusterChange.Drain(3),
                new ClusterChange.Add(slip));
    }

    private Work due() {
        return Work.due(
                new Situation(topology, MovePlan.first(), (node, slot, epoch) -> whole, id -> true),
                64);
    }

    private static List<SlotChange> changes(Work work) {
        return work.pages().stream().flatMap(page -> page.changes().stream()).toList();
    }

    private Joint joint() {
        return (Joint) topology.configurationOf(SLOT);
    }

    @Test
    void whyThereIsNoPlanIsSaidWithTheNodeThatIsAstray() {
        Work work = due();
        assertTrue(work.plan().isEmpty());
        assertEquals(List.of(), changes(work));
        assertEquals(
                "No group has nodes for 3 voters in 2 zones; add active nodes to a mini-cluster of"
                        + " each zone. Active nodes: 1, 2, 4 in zone a, mini-cluster 0; 5 in zone"
                        + " b, mini-cluster 1.",
                work.unplanned().orElseThrow());
    }

    /** Else old and next voters would vote together for ever. */
    @Test
    void whatIsUnderWayEndsAsItWasBegun() {
        whole = true;
        assertEquals(List.of(new SlotChange(SLOT, joint().completed())), changes(due()));
    }

    @Test
    void theVotersOfTheTopologyChangeWithoutAPlan() {
        assertTrue(due().head().orElseThrow().system() instanceof Joint);
    }
}
