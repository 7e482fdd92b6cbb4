package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.PlannedMove;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** What operators are told of slots under change, nodes that are away, and the time left. */
final class TopologyReportTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<Integer> NEXT = List.of(1, 2, 4);

    private static ClusterNode node(int id) {
        return new ClusterNode(id, "h" + id, 1, 2, 3, "z", 0, Membership.ACTIVE, 100);
    }

    private static Topology first() {
        List<List<Integer>> voters = new ArrayList<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            voters.add(FirstVoters.order(slot, List.of(1, 2, 3)));
        }
        return Topology.first(List.of(node(1), node(2), node(3), node(4)), voters);
    }

    private static Topology with(Topology topology, SlotChange change) {
        return topology.with(topology.pages().getFirst().with(List.of(change)));
    }

    /** A slot with node 3 to be replaced by node 4. */
    private static Topology joint(Topology topology, int slot) {
        Stable stable = (Stable) topology.configurationOf(slot);
        return with(topology, new SlotChange(slot, stable.towards(NEXT)));
    }

    private static Topology over(Topology topology, int slot) {
        Joint joint = (Joint) topology.configurationOf(slot);
        return with(topology, new SlotChange(slot, joint.reversed()));
    }

    private static Topology done(Topology topology, int slot) {
        Joint joint = (Joint) topology.configurationOf(slot);
        return with(topology, new SlotChange(slot, joint.completed()));
    }

    private static MovePlan plan(int... slots) {
        List<PlannedMove> moves =
                IntStream.of(slots).mapToObj(slot -> new PlannedMove(slot, 1, NEXT)).toList();
        return new MovePlan(2, 1, true, moves);
    }

    private static JsonNode report(Topology topology, MovePlan plan, List<Integer> connected) {
        return JSON.readTree(
                new TopologyReport(1, topology, plan, connected::contains)
                        .json(OptionalLong.empty()));
    }

    @Test
    void anUntouchedClusterIsSettled() {
        JsonNode report = report(first(), MovePlan.first(), List.of(1, 2, 3, 4));
        assertTrue(report.path("settled").asBoolean());
        assertEquals(
                "{\"stable\":16384,\"joint\":0,\"redundancy\":"
                        + "[{\"voters\":3,\"connected\":3,\"slots\":16384}],\"noMajority\":0}",
                report.path("slots").toString());
        assertEquals(5462, report.path("nodes").path(0).path("preferred").asInt());
        assertEquals(0, report.path("nodes").path(3).path("votes").asInt());
    }

    @Test
    void theWorseSideOfAChangeCounts() {
        Topology moving = joint(joint(first(), 7), 9);
        JsonNode report = report(moving, plan(7, 8, 9), List.of(1, 3));
        assertFalse(report.path("settled").asBoolean());
        // Of slots 7 and 9 the next voters 1, 2, 4 have but one that is connected.
        assertEquals(
                "{\"stable\":16382,\"joint\":2,\"redundancy\":"
                        + "[{\"voters\":3,\"connected\":2,\"slots\":16382},"
                        + "{\"voters\":3,\"connected\":1,\"slots\":2}],\"noMajority\":2}",
                report.path("slots").toString());
        assertEquals(2, report.path("nodes").path(3).path("coming").asInt());
        assertEquals(
                "[{\"id\":4,\"done\":0,\"moving\":2,\"left\":1}]",
                report.path("plan").path("nodes").toString());
    }

    @Test
    void aPlanIsCarriedOutWhenNothingIsLeft() {
        Topology moved = over(joint(first(), 7), 7);
        JsonNode report = report(moved, plan(7), List.of(1, 2, 3, 4));
        assertEquals(1, report.path("plan").path("dropped").asInt());
        assertTrue(report.path("settled").asBoolean());
        assertFalse(report(first(), plan(7), List.of(1)).path("settled").asBoolean());
        Topology draining = first().with(first().head().with(node(3).as(Membership.DRAINING)));
        assertFalse(report(draining, plan(), List.of(1)).path("settled").asBoolean());
    }

    @Test
    void theTimeLeftIsThatOfThePaceSoFar() {
        AtomicReference<MovePlan> plan = new AtomicReference<>();
        AtomicLong nanos = new AtomicLong();
        MovePace pace = new MovePace(plan::get, nanos::get);
        Topology topology = first();
        pace.changed(topology);
        MovePlan three = plan(7, 8, 9);
        plan.set(three);
        assertEquals(OptionalLong.empty(), pace.remainingMillis(topology, three));
        pace.changed(topology);
        nanos.set(10_000_000_000L);
        Topology later = done(joint(topology, 7), 7);
        pace.changed(later);
        assertEquals(OptionalLong.of(20_000), pace.remainingMillis(later, three));
        // After more than a minute the pace is that since the last look.
        nanos.set(100_000_000_000L);
        pace.changed(later);
        nanos.set(200_000_000_000L);
        pace.changed(later);
        assertEquals(OptionalLong.empty(), pace.remainingMillis(later, three));
    }
}
