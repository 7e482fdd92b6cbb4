package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.FirstConfigurations;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What slots can still lose, and moves that do not get on, are named; what is well is not. */
final class SlotWatchTest {
    private static final Instant START = Instant.parse("2026-11-26T00:00:00Z");
    private static final FirstConfigurations FIRST = new FirstConfigurations(1, 2, 3);
    private static final List<Integer> NEXT = List.of(1, 2, 4);

    private SlotView view = SlotView.of(1, FIRST, List.of());
    private Topology topology = first();
    private MovePlan plan = MovePlan.first();
    private Set<Integer> reached = Set.of(1, 2, 3, 4);
    private final SlotWatch watch =
            new SlotWatch(
                    new SlotWatch.Sources() {
                        @Override
                        public SlotView view() {
                            return view;
                        }

                        @Override
                        public @Nullable Topology topology() {
                            return topology;
                        }

                        @Override
                        public @Nullable MovePlan plan() {
                            return plan;
                        }

                        @Override
                        public Set<Integer> reached() {
                            return reached;
                        }
                    },
                    id -> "h" + id + ":7401");

    private static Topology first() {
        List<List<Integer>> voters = new ArrayList<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            voters.add(FirstVoters.order(slot, List.of(1, 2, 3)));
        }
        List<ClusterNode> nodes = new ArrayList<>();
        for (int id = 1; id <= 5; id++) {
            nodes.add(
                    new ClusterNode(id, "h" + id, 7400, 7401, 7402, "z", 0, Membership.ACTIVE, 1));
        }
        return Topology.first(nodes, voters);
    }

    /** The topology has the slot so from now on, and this node has entered it. */
    private void become(int slot, SlotConfiguration next, SlotStanding standing) {
        topology =
                topology.with(
                        topology.pages().getFirst().with(List.of(new SlotChange(slot, next))));
        view = SlotView.of(1, FIRST, List.of(new SlotRecord(slot, next, standing)));
    }

    private List<String> at(long second) {
        return watch.look(START.plusSeconds(second));
    }

    @Test
    void whatIsWellIsCountedAndNotNamed() {
        assertEquals(List.of(), at(0));
        assertEquals(Slots.COUNT, watch.figures().whole());
        assertEquals(Slots.COUNT, watch.figures().withSpare(1));
        assertEquals("every slot can lose 1 voter more", watch.redundancy());
        assertEquals("nothing moves", watch.moves());
        SlotFigures counted = watch.figures();
        assertEquals(List.of(), at(1000));
        assertSame(counted, watch.figures(), "nothing is counted twice");
        reached = Set.of(1, 2, 3);
        at(1001);
        assertNotSame(counted, watch.figures());
    }

    @Test
    void slotsThatCanLoseNoVoterMoreAreNamedOnceTheyStaySo() {
        reached = Set.of(1, 3, 4);
        assertEquals(List.of(), at(0));
        assertEquals(List.of(), at(9), "a node that is restarted is back soon");
        assertEquals(
                List.of(
                        "redundancy_lost 16,384 of 16,384 slots can lose no voter more (not"
                                + " connected, or not whole: node 2 at h2:7401): start what is"
                                + " down, or replace it (bin/paxosstore members replace)"),
                at(10));
        assertEquals(Slots.COUNT, watch.figures().withSpare(0));
        assertEquals(List.of(), at(11), "once");
        assertEquals(1, at(110).size(), "and again after ten times as long");
        reached = Set.of(1, 2, 3);
        assertEquals(List.of(), at(111));
        reached = Set.of(1);
        assertEquals(List.of(), at(112));
        assertEquals(Slots.COUNT, watch.figures().withSpare(-1));
        assertTrue(watch.redundancy().startsWith("16,384 of 16,384 slots can lose no voter more"));
    }

    @Test
    void standingsAndTheWorseSideOfAChangeAreCounted() {
        Joint joint = ((Stable) topology.configurationOf(7)).towards(List.of(4, 5, 2));
        become(7, joint, SlotStanding.WALKING);
        at(0);
        assertEquals(1, watch.figures().joint());
        assertEquals(1, watch.figures().walking());
        assertEquals(1, watch.figures().withSpare(0), "nodes 4 and 2 of 4, 5, 2");
        become(7, joint, SlotStanding.REBUILDING);
        at(1);
        assertEquals(1, watch.figures().rebuilding());
        assertEquals(Slots.COUNT - 1, watch.figures().whole());
    }

    @Test
    void movesThatDoNotGetOnAreNamedWithWhoKeepsThem() {
        plan = new MovePlan(2, 1, true, List.of(new PlannedMove(7, 1, NEXT)));
        Joint joint = ((Stable) topology.configurationOf(7)).towards(NEXT);
        become(7, joint, SlotStanding.WHOLE);
        reached = Set.of(1, 2, 3);
        assertEquals(List.of(), at(0));
        assertEquals(List.of(), at(1));
        String exposed = String.join("", at(11));
        assertTrue(exposed.startsWith("redundancy_lost 1 of 16,384 slots"), exposed);
        assertEquals("plan 2: 0 slots done, 1 under way, 0 left, 0 dropped", watch.moves());
        String warning = String.join("\n", at(61));
        assertTrue(warning.startsWith("moves_stuck plan 2: 0 slots done, 1 under way"), warning);
        assertTrue(warning.contains("node 4 at h4:7401 must become whole and is not"), warning);
        assertEquals(List.of(), at(62), "once");
        reached = Set.of(1, 2, 3, 4);
        warning = String.join("\n", at(661));
        assertTrue(warning.contains("and fetches what it lacks"), warning);
        become(7, joint.completed(), SlotStanding.WHOLE);
        assertEquals(List.of(), at(662));
        assertEquals("nothing moves", watch.moves());
        assertEquals(1, watch.figures().progress().orElseThrow().done());
    }

    /** Nobody could change the list of nodes any further, nor remove one. */
    @Test
    void theSystemSlotsChangeThatDoesNotGetOnIsNamed() {
        Joint joint = ((Stable) topology.head().system()).towards(NEXT);
        topology = topology.with(topology.head().with(joint));
        view =
                SlotView.of(
                        1, FIRST, List.of(new SlotRecord(Slots.SYSTEM, joint, SlotStanding.WHOLE)));
        reached = Set.of(1, 2, 3);
        assertEquals(List.of(), at(0));
        assertEquals(List.of(), at(1));
        assertEquals(0, watch.figures().joint(), "of the pages");
        assertEquals(1, watch.figures().allJoint());
        assertEquals(Slots.COUNT, watch.figures().whole(), "of the pages");
        String warning = String.join("", at(61));
        assertTrue(warning.startsWith("moves_stuck plan 1: 0 slots done"), warning);
        assertTrue(warning.contains("the voters of the topology under change"), warning);
        assertTrue(warning.contains("node 4 at h4:7401 must become whole and is not"), warning);
        topology = topology.with(topology.head().with(joint.completed()));
        view =
                SlotView.of(
                        1,
                        FIRST,
                        List.of(
                                new SlotRecord(
                                        Slots.SYSTEM, joint.completed(), SlotStanding.WHOLE)));
        assertEquals(List.of(), at(62));
        assertEquals("nothing moves", watch.moves());
    }

    @Test
    void whoPausesMovesIsNotWarned() {
        plan = new MovePlan(2, 1, true, List.of(new PlannedMove(7, 1, NEXT)));
        topology = topology.with(topology.head().with(topology.head().goal().on(Course.PAUSED)));
        assertEquals(List.of(), at(0));
        assertEquals(List.of(), at(100));
        topology = topology.with(topology.head().with(topology.head().goal().on(Course.RUNNING)));
        assertEquals(List.of(), at(101));
        assertTrue(String.join("", at(170)).contains("of the voters before or to be some"));
    }

    @Test
    void endsOfChangesAreCounted() {
        ChangeEnds ends = new ChangeEnds();
        ends.changed(topology);
        Joint joint = ((Stable) topology.configurationOf(7)).towards(NEXT);
        become(7, joint, SlotStanding.WHOLE);
        ends.changed(topology);
        assertEquals(0, ends.completed() + ends.reversed());
        become(7, joint.reversed(), SlotStanding.WHOLE);
        ends.changed(topology);
        assertEquals(1, ends.reversed());
        Joint again = joint.reversed().towards(NEXT);
        become(7, again.completed(), SlotStanding.WHOLE);
        ends.changed(topology);
        ends.changed(topology);
        assertEquals(1, ends.completed(), "also where the copy was behind");
        assertEquals(1, ends.reversed());
    }
}
