package io.paxosstore.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.balance.LoadReport.Answer;
import io.paxosstore.node.balance.LoadReport.OfSlot;
import io.paxosstore.node.placement.LoadLimits;
import io.paxosstore.node.placement.Planner;
import io.paxosstore.node.topology.Planning;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyPage;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** When loads may be evened out, and the plan that does it. */
final class BalancingTest {
    private static final LoadLimits LIMITS = new LoadLimits(1.2, 1.1, 1_000, 1, 1);
    private static final MovePlan PLAN = MovePlan.first();

    private static List<ClusterNode> nodes(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(id ->
                        new ClusterNode(id, "h" + id, 1, 2, 3, "z", 0, Membership.ACTIVE, 100))
                .toList();
    }

    private static Topology first(int count) {
        List<ClusterNode> nodes = nodes(count);
        return Topology.first(nodes, new Planner(nodes, 3).first().slots());
    }

    /** Node 1 serves three times as much as it should. */
    private static Map<Integer, Answer> told(Topology topology, int nodes) {
        Map<Integer, List<OfSlot>> all = new TreeMap<>();
        IntStream.rangeClosed(1, nodes).forEach(id -> all.put(id, new ArrayList<>()));
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            int serving = topology.configurationOf(slot).ids().getFirst();
            int at = slot;
            all.forEach((id, slots) -> {
                long requests = id != serving ? 0 : serving == 1 ? 30_000 : 10_000;
                slots.add(new OfSlot(at, requests, 1_000));
            });
        }
        Map<Integer, Answer> answers = new TreeMap<>();
        all.forEach((id, slots) -> answers.put(id, new Answer(true, slots)));
        return answers;
    }

    private static BalanceAnswer judge(Topology topology, MovePlan plan, Map<Integer, Answer> of) {
        return Balancing.judge(topology, plan, new GatheredLoads(of), LIMITS);
    }

    private static void assertRefused(String sentence, BalanceAnswer answer) {
        BalanceAnswer.Refused refused = assertInstanceOf(BalanceAnswer.Refused.class, answer);
        assertTrue(refused.sentence().contains(sentence), refused.sentence());
    }

    /** A topology in which all orders of a plan are changed. */
    private static Topology reordered(Topology topology, MovePlan plan) {
        Topology now = topology;
        for (TopologyPage page : topology.pages()) {
            List<SlotChange> changes =
                    plan.moves().stream()
                            .filter(move -> TopologyPage.numberOf(move.slot()) == page.number())
                            .map(move -> {
                                Stable stable = (Stable) topology.configurationOf(move.slot());
                                return new SlotChange(move.slot(), stable.reordered(move.to()));
                            })
                            .toList();
            now = changes.isEmpty() ? now : now.with(page.with(changes));
        }
        return now;
    }

    @Test
    void thePlanIsForThePresentGoalAndOverWhenItIsCarriedOut() {
        Topology topology = first(3);
        Map<Integer, Answer> told = told(topology, 3);
        BalanceAnswer.Proposed proposed =
                assertInstanceOf(BalanceAnswer.Proposed.class, judge(topology, PLAN, told));
        MovePlan plan = Balancing.plan(proposed, PLAN);
        assertEquals(2, plan.version());
        assertEquals(topology.head().goal().number(), plan.goal());
        assertTrue(plan.isLast());
        assertEquals(1_000, plan.moves().size(), "as many as may be");
        assertTrue(proposed.proposal().isCut());
        assertFalse(Planning.isSettled(topology, plan));
        assertTrue(Planning.due(topology, plan).isEmpty(), "nobody plans beside it");
        Topology done = reordered(topology, plan);
        assertTrue(Planning.isSettled(done, plan));
        assertTrue(Planning.due(done, plan).isEmpty(), "nor takes it back");
        Stable system = (Stable) done.head().system();
        Topology changing = done.with(done.head().with(system.towards(system.ids().subList(0, 1))));
        assertFalse(Planning.isSettled(changing, plan), "the voters of the topology change");
    }

    @Test
    void whatIsUnderWayComesFirst() {
        Topology topology = first(4);
        Map<Integer, Answer> told = told(topology, 4);
        Stable stable = (Stable) topology.configurationOf(7);
        List<Integer> to = new ArrayList<>(stable.ids());
        to.set(0, 10 - to.stream().mapToInt(id -> id).sum());
        MovePlan moving = new MovePlan(2, 1, true, List.of(new PlannedMove(7, 1, to)));
        BalanceAnswer answer = judge(topology, moving, told);
        assertRefused("Slots are still to move by plan 2", answer);
        assertTrue(((BalanceAnswer.Refused) answer).isMoving());
        SlotChange joint = new SlotChange(7, stable.towards(to));
        Topology under = topology.with(topology.pages().getFirst().with(List.of(joint)));
        assertRefused("Slots are still to move", judge(under, PLAN, told));
        MovePlan part = new MovePlan(2, 1, false, List.of());
        assertRefused("Slots are still to move", judge(topology, part, told));
        Topology next =
                topology.with(
                        topology.head().with(topology.head().goal().next(3, true, List.of())));
        assertRefused("Slots are still to move", judge(next, PLAN, told));
        for (Course course : List.of(Course.PAUSED, Course.CANCELLED)) {
            Topology steered =
                    topology.with(topology.head().with(topology.head().goal().on(course)));
            assertRefused("paused or cancelled", judge(steered, PLAN, told));
        }
    }

    /** A node that says nothing seems to carry nothing, and would be given more. */
    @Test
    void whoIsSilentIsNamed() {
        Topology topology = first(3);
        Map<Integer, Answer> told = told(topology, 3);
        told.remove(2);
        assertRefused("Node 2 has not said what slots carry there", judge(topology, PLAN, told));
        told.remove(3);
        assertRefused("Nodes 2, 3 have not said", judge(topology, PLAN, told));
    }

    @Test
    void whoHasNoSlotsYetIsNotFilledBecauseOfThat() {
        Topology topology = first(3);
        ClusterNode fourth = nodes(4).getLast();
        Topology more = topology.with(topology.head().with(fourth));
        Map<Integer, Answer> told = told(topology, 3);
        told.put(4, new Answer(true, List.of()));
        assertRefused("Node 4 has no slots yet", judge(more, PLAN, told));
    }

    @Test
    void bytesCountWhenAllKnowThem() {
        Topology topology = first(3);
        Map<Integer, Answer> told = told(topology, 3);
        GatheredLoads all = new GatheredLoads(told);
        assertEquals(1_000, all.ofSlots().bytes(5), "of one voter, not of all");
        told.put(2, new Answer(false, told.get(2) == null ? List.of() : told.get(2).slots()));
        GatheredLoads some = new GatheredLoads(told);
        assertEquals(0, some.ofSlots().bytes(5));
        assertEquals(List.of(2), List.copyOf(some.withoutBytes()));
        assertTrue(some.ofSlots().requests(5) > 0);
    }
}
