package io.paxosstore.node.placement;

import static io.paxosstore.node.placement.Clusters.node;
import static io.paxosstore.node.placement.Clusters.with;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What an operator is promised when loads are evened out. */
final class EvenOutTest {
    private static final int VOTERS = 3;
    private static final double LEVEL = 1.1;
    private static final LoadLimits LIMITS = new LoadLimits(LEVEL, LEVEL, Slots.COUNT, 0, 0);

    private static SlotLoads loads(IntToDoubleFunction requests, IntToLongFunction bytes) {
        double[] asked = new double[Slots.COUNT];
        long[] held = new long[Slots.COUNT];
        Arrays.setAll(asked, requests);
        Arrays.setAll(held, bytes);
        return new SlotLoads(asked, held);
    }

    private static VoterTable first(List<ClusterNode> nodes) {
        return new Planner(nodes, VOTERS).first();
    }

    private static LoadProposal evenOut(List<ClusterNode> nodes, VoterTable now, SlotLoads loads) {
        return new Planner(nodes, VOTERS).evenOut(now, loads, LIMITS);
    }

    private static IntPredicate isPreferred(VoterTable table, int node) {
        return slot -> table.ids(slot)[0] == node;
    }

    private static NodeLoad of(List<NodeLoad> nodes, int id) {
        return nodes.stream().filter(node -> node.node() == id).findAny().orElseThrow();
    }

    private static void assertIsStable(List<ClusterNode> nodes, LoadProposal done, SlotLoads of) {
        Plan again = evenOut(nodes, done.plan().to(), of).plan();
        assertTrue(again.moves().isEmpty(), () -> "once more: " + again);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 3", "1, 1, 5", "3, 1, 1", "3, 1, 2", "3, 3, 2", "5, 2, 2"})
    void whatIsEvenStaysAsItIs(int zones, int groups, int size) {
        List<ClusterNode> nodes = Clusters.of(zones, groups, size);
        SlotLoads alike = loads(slot -> 10, slot -> 1_000_000);
        LoadProposal proposal = evenOut(nodes, first(nodes), alike);
        assertTrue(proposal.plan().moves().isEmpty(), proposal.plan().toString());
        assertTrue(proposal.heavy().isEmpty());
        assertFalse(proposal.isCut());
    }

    @Test
    void nothingAtAllMovesNothing() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 2);
        LoadProposal proposal = evenOut(nodes, first(nodes), loads(slot -> 0, slot -> 0));
        assertTrue(proposal.plan().moves().isEmpty());
        assertEquals(0, proposal.worstBefore());
    }

    /** Ten requests are no reason to move anything. */
    @Test
    void littleDoesNotCount() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 1);
        VoterTable now = first(nodes);
        SlotLoads few = loads(slot -> isPreferred(now, 1).test(slot) ? 0.001 : 0, slot -> 0);
        LoadLimits limits = new LoadLimits(LEVEL, LEVEL, Slots.COUNT, 100, 1 << 20);
        LoadProposal proposal = new Planner(nodes, VOTERS).evenOut(now, few, limits);
        assertTrue(proposal.plan().moves().isEmpty());
        assertEquals(0, proposal.worstBefore());
        assertTrue(of(proposal.before(), 1).requests() > 1, "shown all the same");
    }

    /** Else loads that waver would move slots to and fro. */
    @Test
    void whatIsNearlyEvenStaysAsItIs() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 1);
        VoterTable now = first(nodes);
        SlotLoads loads = loads(slot -> isPreferred(now, 1).test(slot) ? 13 : 10, slot -> 1);
        Planner planner = new Planner(nodes, VOTERS);
        LoadProposal left =
                planner.evenOut(now, loads, new LoadLimits(1.2, LEVEL, Slots.COUNT, 0, 0));
        assertTrue(left.worstBefore() > LEVEL);
        assertTrue(left.plan().moves().isEmpty());
        LoadProposal done =
                planner.evenOut(now, loads, new LoadLimits(1.17, LEVEL, Slots.COUNT, 0, 0));
        assertTrue(done.worstAfter() <= LEVEL);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 3", "1, 1, 6", "3, 1, 1", "3, 1, 2"})
    void hotSlotsOfOneNodeGoToOthersWithoutData(int zones, int groups, int size) {
        List<ClusterNode> nodes = Clusters.of(zones, groups, size);
        VoterTable now = first(nodes);
        SlotLoads hot =
                loads(slot -> isPreferred(now, 1).test(slot) ? 30 : 10, slot -> 1_000_000 + slot);
        LoadProposal proposal = evenOut(nodes, now, hot);
        assertTrue(proposal.worstBefore() > 1.5, () -> "" + proposal.worstBefore());
        assertTrue(proposal.worstAfter() <= LEVEL, () -> "" + proposal.worstAfter());
        assertEquals(0, proposal.plan().voterMoves());
        assertIsStable(nodes, proposal, hot);
    }

    /** A few hot slots are moved, not thousands of cold ones. */
    @Test
    void fewSlotsMoveWhereFewAreHot() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 1);
        VoterTable now = first(nodes);
        int[] hot = IntStream.range(0, Slots.COUNT).filter(isPreferred(now, 2)).limit(9).toArray();
        Set<Integer> nine = Arrays.stream(hot).boxed().collect(Collectors.toSet());
        SlotLoads loads = loads(slot -> nine.contains(slot) ? 1_000 : 0.1, slot -> 1);
        LoadProposal proposal = evenOut(nodes, now, loads);
        assertEquals(6, proposal.plan().ordersChanged());
        assertEquals(0, proposal.plan().voterMoves());
        assertTrue(proposal.worstAfter() <= LEVEL);
        assertIsStable(nodes, proposal, loads);
    }

    @Test
    void aSlotHeavierThanANodeIsNamedAndRelievedOfItsFellows() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 2);
        VoterTable now = first(nodes);
        SlotLoads loads = loads(slot -> slot == 5061 ? 16_384 : 1, slot -> 1_000);
        LoadProposal proposal = evenOut(nodes, now, loads);
        int at = now.ids(5061)[0];
        HeavySlot heavy = proposal.heavy().getFirst();
        assertEquals(1, proposal.heavy().size());
        assertEquals(5061, heavy.slot());
        assertEquals(at, heavy.node());
        assertEquals(HeavySlot.Figure.REQUESTS, heavy.figure());
        assertEquals(3.0, heavy.parts(), 0.01);
        assertEquals(at, proposal.plan().to().ids(5061)[0], "it stays where it is");
        assertEquals(16_384, of(proposal.after(), at).requests(), 1, "and is alone there");
        assertEquals(0, proposal.plan().voterMoves());
        assertIsStable(nodes, proposal, loads);
    }

    /** Two copies of the fuller node's slots go to its fellow in the mini-cluster. */
    @Test
    void bytesMoveWithinTheMiniCluster() {
        List<ClusterNode> nodes = Clusters.of(3, 2, 2);
        VoterTable now = first(nodes);
        SlotLoads loads =
                loads(slot -> 1, slot -> now.votersOf(slot).contains(1) ? 3_000_000 : 1_000_000);
        LoadProposal proposal = evenOut(nodes, now, loads);
        assertTrue(of(proposal.before(), 1).bytesLevel() > 1.4);
        assertTrue(proposal.worstAfter() <= LEVEL, () -> proposal.after().toString());
        assertIsStable(nodes, proposal, loads);
        assertPlaces(nodes, proposal.plan().to());
    }

    @Test
    void aHotGroupGivesSlotsToAnother() {
        List<ClusterNode> nodes = Clusters.of(3, 2, 1);
        VoterTable now = first(nodes);
        Set<Integer> firstGroup = Set.of(1, 3, 5);
        SlotLoads loads =
                loads(
                        slot -> firstGroup.contains(now.ids(slot)[0]) ? 4 : 1,
                        slot -> slot % 7 == 0 ? 5_000_000 : 1_000_000);
        LoadProposal proposal = evenOut(nodes, now, loads);
        assertTrue(proposal.worstBefore() > 1.5);
        assertTrue(proposal.worstAfter() <= LEVEL, () -> proposal.after().toString());
        assertIsStable(nodes, proposal, loads);
        assertPlaces(nodes, proposal.plan().to());
    }

    @Test
    void whoHasTwiceTheWeightCarriesTwice() {
        List<ClusterNode> nodes =
                List.of(
                        node(1, "a", 0, 200),
                        node(2, "a", 0, 100),
                        node(3, "a", 0, 100),
                        node(4, "a", 0, 100));
        VoterTable now = first(nodes);
        Random random = new Random(3);
        double[] skewed = random.doubles(Slots.COUNT).map(x -> x < 0.02 ? 500 : x).toArray();
        SlotLoads loads = loads(slot -> skewed[slot], slot -> 1_000);
        LoadProposal proposal = evenOut(nodes, now, loads);
        NodeLoad heavy = of(proposal.after(), 1);
        NodeLoad light = of(proposal.after(), 2);
        assertEquals(2.0, heavy.requestsPart() / light.requestsPart(), 1e-9);
        assertTrue(proposal.worstAfter() <= LEVEL, () -> proposal.after().toString());
    }

    @Test
    void noMoreSlotsAreChangedThanMayBeAndTheRestIsLeftToTheNextTime() {
        List<ClusterNode> nodes = Clusters.of(1, 1, 3);
        VoterTable now = first(nodes);
        SlotLoads hot = loads(slot -> isPreferred(now, 1).test(slot) ? 30 : 10, slot -> 1);
        Planner planner = new Planner(nodes, VOTERS);
        LoadLimits limits = new LoadLimits(LEVEL, LEVEL, 100, 0, 0);
        LoadProposal proposal = planner.evenOut(now, hot, limits);
        assertEquals(100, proposal.plan().moves().size());
        assertTrue(proposal.isCut());
        int times = 1;
        while (!proposal.plan().moves().isEmpty()) {
            assertTrue(times++ < 100, "there is an end");
            proposal = planner.evenOut(proposal.plan().to(), hot, limits);
        }
        assertTrue(proposal.worstBefore() <= LEVEL);
        assertFalse(proposal.isCut());
    }

    @Test
    void whereANodeIsToLeaveThatComesFirst() {
        List<ClusterNode> nodes = Clusters.of(1, 1, 4);
        VoterTable now = first(nodes);
        List<ClusterNode> leaving = with(nodes, 2, Membership.DRAINING);
        SlotLoads alike = loads(slot -> 1, slot -> 1);
        String sentence =
                String.valueOf(
                        assertThrows(
                                        IllegalArgumentException.class,
                                        () -> evenOut(leaving, now, alike))
                                .getMessage());
        assertTrue(sentence.contains("cannot stay"), sentence);
    }

    @Test
    void figuresThatCannotBeAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> loads(slot -> -1, slot -> 1));
        assertThrows(IllegalArgumentException.class, () -> loads(slot -> Double.NaN, slot -> 1));
        assertThrows(IllegalArgumentException.class, () -> loads(slot -> 1, slot -> -1));
        assertThrows(
                IllegalArgumentException.class, () -> new SlotLoads(new double[3], new long[3]));
        assertThrows(IllegalArgumentException.class, () -> new LoadLimits(1, 1, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LoadLimits(2, Double.NaN, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LoadLimits(Double.NaN, 2, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LoadLimits(1.1, 1.2, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LoadLimits(2, 2, 0, 0, 0));
    }

    /** Great numbers must not run over. */
    @Test
    void theGreatestFiguresAreBorne() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 1);
        SlotLoads loads = loads(slot -> slot == 1 ? 9e14 : 1, slot -> Long.MAX_VALUE);
        LoadProposal proposal = evenOut(nodes, first(nodes), loads);
        assertEquals(1, proposal.heavy().getFirst().slot());
    }

    /** Loads, clusters and former placements of many shapes; each seed is another one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whateverTheShapeItIsNoWorseAndLegalAndStable(int seed) {
        Random random = new Random(seed);
        int zones = List.of(1, 2, 3, 5).get(random.nextInt(4));
        int groups = zones == 1 ? 1 : 1 + random.nextInt(3);
        int size = (zones == 1 ? 3 : zones == 2 ? 2 : 1) + random.nextInt(3);
        List<ClusterNode> nodes =
                Clusters.of(zones, groups, size).stream()
                        .map(any ->
                                node(
                                        any.id(),
                                        any.zone(),
                                        any.miniCluster(),
                                        50 + random.nextInt(100)))
                        .toList();
        double steep = 0.3 + random.nextDouble();
        SlotLoads loads =
                loads(
                        slot -> 1e5 / Math.pow(1 + random.nextInt(Slots.COUNT), steep),
                        slot -> (long) (1e9 / Math.pow(1 + random.nextInt(Slots.COUNT), steep)));
        VoterTable now = first(nodes);
        LoadProposal proposal = evenOut(nodes, now, loads);
        assertTrue(proposal.worstAfter() <= proposal.worstBefore() + 1e-9);
        assertPlaces(nodes, proposal.plan().to());
        assertAreCounted(proposal.before(), now, loads);
        assertAreCounted(proposal.after(), proposal.plan().to(), loads);
        assertIsStable(nodes, proposal, loads);
    }

    /** The naive twin of the accounts. */
    private static void assertAreCounted(List<NodeLoad> said, VoterTable table, SlotLoads loads) {
        Map<Integer, double[]> counted = new TreeMap<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            for (int id : table.ids(slot)) {
                counted.computeIfAbsent(id, any -> new double[2])[1] += loads.bytes(slot);
            }
            counted.getOrDefault(table.ids(slot)[0], new double[2])[0] += loads.requests(slot);
        }
        for (NodeLoad node : said) {
            double[] own = counted.getOrDefault(node.node(), new double[2]);
            assertEquals(own[0], node.requests(), 1e-6 * loads.requests());
            assertEquals(own[1], node.bytes(), 1e-6 * loads.bytes());
        }
        double parts = said.stream().mapToDouble(NodeLoad::requestsPart).sum();
        assertEquals(loads.requests(), parts, 1e-6 * loads.requests());
    }

    /** All voters of a slot are of one group, no two are one node, zones are as even as can be. */
    private static void assertPlaces(List<ClusterNode> nodes, VoterTable table) {
        Map<Integer, ClusterNode> byId =
                nodes.stream().collect(Collectors.toMap(ClusterNode::id, node -> node));
        long zones = nodes.stream().map(ClusterNode::zone).distinct().count();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<ClusterNode> voters = table.votersOf(slot).stream().map(byId::get).toList();
            assertEquals(VOTERS, new HashSet<>(voters).size());
            assertEquals(1, voters.stream().map(ClusterNode::miniCluster).distinct().count());
            long most =
                    voters.stream()
                            .collect(
                                    Collectors.groupingBy(ClusterNode::zone, Collectors.counting()))
                            .values()
                            .stream()
                            .mapToLong(count -> count)
                            .max()
                            .orElse(0);
            assertTrue(most <= Math.ceilDiv(VOTERS, zones), "slot " + slot);
        }
    }
}
