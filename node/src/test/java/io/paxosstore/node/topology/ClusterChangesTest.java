package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.topology.ChangeVerdict.Allowed;
import io.paxosstore.node.topology.ChangeVerdict.Refused;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.Replacement;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyHead;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

/** What operators may do, and the sentences they read when they may not. */
final class ClusterChangesTest {
    /** Nodes 1 and 2 in zone a, 3 and 4 in b, 5 and 6 in c. */
    private static Topology six;

    /** With node 7 in zone a, which has no slots. */
    private static Topology seven;

    @BeforeAll
    static void plan() {
        six = Clusters.first(Clusters.nodes(2), 3);
        seven = Clusters.changed(six, new ClusterChange.Add(Clusters.node(7, "a")));
    }

    private static Allowed allowed(Topology topology, ClusterChange change) {
        return assertInstanceOf(
                Allowed.class, ClusterChanges.judge(change, topology, allBut()), change.toString());
    }

    private static String refused(Topology topology, ClusterChange change, IntPredicate up) {
        Refused refused =
                assertInstanceOf(
                        Refused.class,
                        ClusterChanges.judge(change, topology, up),
                        change.toString());
        return refused.why().sentence();
    }

    private static String refused(Topology topology, ClusterChange change) {
        return refused(topology, change, allBut());
    }

    private static ClusterNode node(TopologyHead head, int id) {
        return head.nodes().find(id).orElseThrow();
    }

    private static IntPredicate allBut(Integer... down) {
        return id -> !Set.of(down).contains(id);
    }

    @Test
    void aNodeThatComesMovesNothing() {
        Allowed added = allowed(six, new ClusterChange.Add(Clusters.node(7, "a")));
        assertEquals(2, added.head().version());
        assertEquals(six.head().goal(), added.head().goal(), "no plan is made for it");
        assertTrue(added.plan().moves().isEmpty());
    }

    @Test
    void anIdIsUsedOnceAndAnAddressByOne() {
        assertEquals(
                "Node id 6 is taken; give the new node another one.",
                refused(six, new ClusterChange.Add(Clusters.node(6, "c"))));
        Topology gone =
                Clusters.changed(seven, new ClusterChange.Drain(7), new ClusterChange.Remove(7));
        assertEquals(
                "Node id 7 was that of a node that was removed; ids are never used again, give the"
                        + " new node another one.",
                refused(gone, new ClusterChange.Add(Clusters.node(7, "a"))));
        ClusterNode same = new ClusterNode(8, "node6", 1, 7401, 3, "a", 0, Membership.ACTIVE, 100);
        assertEquals(
                "Nodes 6 and 8 are both at node6:7401; each needs an address of its own.",
                refused(six, new ClusterChange.Add(same)));
        assertEquals(
                "Node 8 is new and must be active; add it as that.",
                refused(six, new ClusterChange.Add(Clusters.node(8, "a").as(Membership.DRAINING))));
    }

    @Test
    void aReplacementInheritsAllPlaces() {
        Allowed replaced = allowed(seven, new ClusterChange.Replace(1, 7));
        assertEquals(Membership.DRAINING, node(replaced.head(), 1).membership());
        Goal goal = replaced.head().goal();
        assertEquals(List.of(new Replacement(1, 7)), goal.replacements());
        assertEquals(2, goal.number());
        assertEquals(8_192, replaced.plan().slotsMoved(), 3);
        replaced.plan()
                .moves()
                .forEach(move ->
                        assertEquals(
                                move.from().stream().map(id -> id == 1 ? 7 : id).toList(),
                                move.to()));
    }

    @Test
    void whoReplacesMustBeThereAndOfThePlace() {
        assertEquals(
                "There is no node 9; name one of the list, or add it first.",
                refused(seven, new ClusterChange.Replace(1, 9)));
        assertEquals(
                "Node 7 is not of zone b, mini-cluster 0, as node 3 is; replace it by one that is.",
                refused(seven, new ClusterChange.Replace(3, 7)));
        assertEquals(
                "Node 7 cannot be reached; start it first.",
                refused(seven, new ClusterChange.Replace(1, 7), allBut(1, 7)));
        Topology draining = Clusters.changed(seven, new ClusterChange.Drain(7));
        assertEquals(
                "Node 7 is leaving already; keep it first to change that.",
                refused(draining, new ClusterChange.Replace(1, 7)));
        Topology twice = Clusters.changed(seven, new ClusterChange.Replace(1, 7));
        assertEquals(
                "Node 1 is leaving already; keep it first to change that.",
                refused(twice, new ClusterChange.Replace(1, 2)));
        assertEquals(
                "Node 1 cannot replace itself; name another one.",
                refused(seven, new ClusterChange.Replace(1, 1)));
        Topology oneZone =
                Clusters.first(
                        List.of(
                                Clusters.node(1, "a"),
                                Clusters.node(2, "a"),
                                Clusters.node(3, "a"),
                                Clusters.node(4, "a")),
                        3);
        String sentence = refused(oneZone, new ClusterChange.Replace(1, 2));
        assertTrue(
                sentence.matches(
                        "Node 2 votes beside node 1 for slot \\d+; drain node 1 instead\\."),
                sentence);
    }

    /** The dead one is down, of course; one more, and its slots have no majority to move them. */
    @Test
    void aChangeNeedsMajorities() {
        assertInstanceOf(
                Allowed.class,
                ClusterChanges.judge(new ClusterChange.Replace(1, 7), seven, allBut(1)));
        String sentence = refused(seven, new ClusterChange.Replace(1, 7), allBut(1, 3));
        assertTrue(
                sentence.matches(
                        "Of the voters \\[.*\\] of slot \\d+ 1 is up, and a change needs 2; start"
                                + " the others first\\."),
                sentence);
        assertTrue(
                refused(seven, new ClusterChange.Drain(1), allBut(2, 7, 3)).contains("is up"),
                "those that would vote afterwards are down");
    }

    @Test
    void aNodeIsDrainedOnceAndOnlyWithSomebodyLeft() {
        Allowed drained = allowed(six, new ClusterChange.Drain(1));
        assertEquals(Membership.DRAINING, node(drained.head(), 1).membership());
        assertEquals(8_192, drained.plan().voterMoves(), 3);
        Topology draining = six.with(drained.head());
        assertEquals(
                "Node 1 is leaving already; keep it first to change that.",
                refused(draining, new ClusterChange.Drain(1)));
        Topology three = Clusters.first(Clusters.nodes(1), 3);
        assertEquals(
                "No group has nodes for 3 voters in 2 zones; add active nodes to a mini-cluster of"
                        + " each zone. Active nodes: 2 in zone b, mini-cluster 0; 3 in zone c,"
                        + " mini-cluster 0.",
                refused(three, new ClusterChange.Drain(1)));
    }

    @Test
    void aNodeMayStayAfterAll() {
        Topology draining = Clusters.changed(seven, new ClusterChange.Replace(1, 7));
        TopologyHead kept = allowed(draining, new ClusterChange.Keep(1)).head();
        assertEquals(Membership.ACTIVE, node(kept, 1).membership());
        assertEquals(List.of(), kept.goal().replacements());
        assertEquals(3, kept.goal().number());
        assertEquals(
                "That is so already; nothing is changed.",
                refused(seven, new ClusterChange.Keep(1)));
    }

    @Test
    void aVoterIsNotRemoved() {
        assertEquals(
                "Node 7 is active; drain it first.", refused(seven, new ClusterChange.Remove(7)));
        Topology draining = Clusters.changed(six, new ClusterChange.Drain(1));
        String sentence = refused(draining, new ClusterChange.Remove(1));
        assertTrue(
                sentence.matches(
                        "Node 1 votes for 8,?\\d+ slots; drain it, and wait until it votes for"
                                + " none\\."),
                sentence);
        TopologyHead removed =
                allowed(
                                Clusters.changed(seven, new ClusterChange.Drain(7)),
                                new ClusterChange.Remove(7))
                        .head();
        assertEquals(Membership.REMOVED, node(removed, 7).membership());
        Topology gone = seven.with(removed);
        for (ClusterChange change :
                List.of(
                        new ClusterChange.Drain(7),
                        new ClusterChange.Keep(7),
                        new ClusterChange.Remove(7),
                        new ClusterChange.Reweigh(7, 5))) {
            assertEquals(
                    "Node 7 was removed and does not come back; add it with another id.",
                    refused(gone, change));
        }
    }

    /** 1 is replaced by 7, which dies and is replaced by 8: 8 gets the places of 1. */
    @Test
    void whoReplacesMayBeReplaced() {
        Topology chain =
                Clusters.changed(
                        seven,
                        new ClusterChange.Add(Clusters.node(8, "a")),
                        new ClusterChange.Replace(1, 7),
                        new ClusterChange.Replace(7, 8));
        assertEquals(8, Replacements.heirOf(1, chain.head().goal()));
        TopologyHead removed = allowed(chain, new ClusterChange.Remove(7)).head();
        assertEquals(List.of(new Replacement(1, 8)), removed.goal().replacements());
    }

    @Test
    void whereANodeStandsIsSaidBeforeItVotes() {
        TopologyHead moved = allowed(seven, new ClusterChange.Relocate(7, "d", 3)).head();
        assertEquals("d", node(moved, 7).zone());
        assertEquals(3, node(moved, 7).miniCluster());
        assertTrue(
                refused(seven, new ClusterChange.Relocate(1, "d", 3)).startsWith("Node 1 votes"));
        assertTrue(
                refused(seven, new ClusterChange.Relocate(7, "D", 3))
                        .contains("no name of a zone"));
    }

    @Test
    void weightsAndAddressesChangeAndMoveNothing() {
        Allowed weighed = allowed(six, new ClusterChange.Reweigh(1, 200));
        assertEquals(200, node(weighed.head(), 1).weight());
        assertEquals(six.head().goal(), weighed.head().goal());
        assertEquals(
                "The weight 0 of node 1 is out of range; weights are 1 to 10000.",
                refused(six, new ClusterChange.Reweigh(1, 0)));
        assertEquals(
                "That is so already; nothing is changed.",
                refused(six, new ClusterChange.Reweigh(1, 100)));
        TopologyHead reached =
                allowed(six, new ClusterChange.Readdress(1, "elsewhere", 1, 2, 3)).head();
        assertEquals("elsewhere:2", node(reached, 1).peerAddress());
        assertEquals(
                "Nodes 1 and 2 are both at node2:7401; each needs an address of its own.",
                refused(six, new ClusterChange.Readdress(1, "node2", 1, 7401, 3)));
    }

    @Test
    void theNumberOfVotersChanges() {
        Allowed five = allowed(six, new ClusterChange.Voters(5));
        assertEquals(5, five.head().goal().voters());
        assertEquals(2 * 16_384, five.plan().voterMoves());
        assertEquals(
                "That is so already; nothing is changed.",
                refused(six, new ClusterChange.Voters(3)));
        assertEquals(
                "A slot is to have 4 voters; it needs 1, 3 or 5.",
                refused(six, new ClusterChange.Voters(4)));
        Topology three = Clusters.first(Clusters.nodes(1), 3);
        assertTrue(refused(three, new ClusterChange.Voters(5)).startsWith("No group has nodes"));
    }

    @Test
    void spreadingIsAskedForEachTime() {
        Allowed spread = allowed(seven, new ClusterChange.Spread());
        assertTrue(spread.head().goal().spread());
        assertTrue(spread.plan().slotsMoved() > 5_000, spread.plan().toString());
        TopologyHead drained =
                allowed(seven.with(spread.head()), new ClusterChange.Drain(2)).head();
        assertFalse(drained.goal().spread(), "what comes later moves what it has to");
    }

    @Test
    void theCourseChangesAndTheGoalStays() {
        TopologyHead paused = allowed(six, new ClusterChange.Steer(Course.PAUSED)).head();
        assertEquals(six.head().goal().on(Course.PAUSED), paused.goal());
        assertEquals(
                "That is so already; nothing is changed.",
                refused(six, new ClusterChange.Steer(Course.RUNNING)));
    }
}
