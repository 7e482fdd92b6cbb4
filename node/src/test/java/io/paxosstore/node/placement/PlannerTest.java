package io.paxosstore.node.placement;

import static io.paxosstore.node.placement.Clusters.and;
import static io.paxosstore.node.placement.Clusters.node;
import static io.paxosstore.node.placement.Clusters.with;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What an operator is promised of placements and of what moves, by figures. */
final class PlannerTest {
    private static final int VOTERS = 3;

    private static VoterTable first(List<ClusterNode> nodes) {
        return new Planner(nodes, VOTERS).first();
    }

    private static String refusal(Runnable what) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }

    private static NodeShare share(Plan plan, int node) {
        return plan.nodes().stream().filter(share -> share.node() == node).findAny().orElseThrow();
    }

    private static void assertBetween(double least, double figure, double most, Object of) {
        assertTrue(figure >= least && figure <= most, () -> figure + " of " + of);
    }

    /** A dead node's requests must fall on both others, in one zone as in three. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void threeNodesUseAllSixOrdersAlike(int zones) {
        Map<List<Integer>, Integer> orders =
                new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
        first(Clusters.of(zones, 1, 3 / zones))
                .slots()
                .forEach(voters -> orders.merge(voters, 1, Integer::sum));
        assertEquals(6, orders.size());
        orders.forEach((order, count) -> assertBetween(2_729, count, 2_733, orders));
    }

    @ParameterizedTest
    @CsvSource({
        // zones, groups, nodes of a mini-cluster; slots of a node; partners; worst takeover
        "3, 1, 1, 16384, 16384, 2, 1.001",
        "3, 1, 2, 8184, 8200, 4, 1.003",
        "3, 1, 3, 5450, 5472, 6, 1.006",
        "3, 5, 2, 1632, 1645, 4, 1.02",
        "3, 2, 4, 2042, 2054, 8, 1.03",
        "1, 1, 3, 16384, 16384, 2, 1.001",
        "1, 1, 4, 12284, 12292, 3, 1.003",
        "1, 1, 5, 9826, 9836, 4, 1.005",
        "1, 1, 7, 7017, 7027, 6, 1.01"
    })
    void aDeadNodesRequestsFallOnAllItsPartnersAlike(
            int zones, int groups, int size, int least, int most, int partners, double worst) {
        List<ClusterNode> nodes = Clusters.of(zones, groups, size);
        Balance balance = Balance.of(first(nodes), nodes);
        assertBetween(least, balance.slotsMin(), most, balance);
        assertBetween(least, balance.slotsMax(), most, balance);
        double requests = (double) Slots.COUNT / nodes.size();
        assertBetween(requests - 3, balance.preferredMin(), requests, balance);
        assertBetween(requests, balance.preferredMax(), requests + 3, balance);
        assertEquals(partners, balance.partnersMin(), balance.toString());
        assertEquals(partners, balance.partnersMax(), balance.toString());
        assertBetween(1, balance.worstTakeover(), worst, balance);
        assertEquals(zones == 3 ? 1 : 3, balance.zoneVotersMax(), balance.toString());
    }

    /** From two to three nodes in each mini-cluster. */
    @Test
    void aNodeThatJoinsTakesItsShareAndNothingElseMoves() {
        List<ClusterNode> six = Clusters.of(3, 1, 2);
        List<ClusterNode> nine = and(six, node(7, "a", 0), node(8, "b", 0), node(9, "c", 0));
        Plan plan = new Planner(nine, VOTERS).rebalance(first(six));
        for (NodeShare share : plan.nodes()) {
            assertBetween(5_440, share.after(), 5_494, plan.nodes());
            assertEquals(0, share.node() > 6 ? share.lost() : share.gained(), share.toString());
        }
        assertBetween(3 * 5_440, plan.voterMoves(), 3 * 5_461, plan);
        Balance balance = Balance.of(plan.to(), nine);
        assertEquals(6, balance.partnersMin());
        assertBetween(1, balance.worstTakeover(), 1.01, balance);
        assertBetween(1_800, balance.preferredMin(), 1_821, balance);
        assertBetween(1_820, balance.preferredMax(), 1_842, balance);
    }

    @Test
    void aGroupThatGrowsGetsSlotsOfOthersAndReorderedItSpreadsTakeovers() {
        List<ClusterNode> thirty = Clusters.of(3, 5, 2);
        List<ClusterNode> more = and(thirty, node(31, "a", 0), node(32, "b", 0), node(33, "c", 0));
        Plan plan = new Planner(more, VOTERS).rebalance(first(thirty));
        Balance grown = Balance.of(plan.to(), more);
        assertBetween(1_480, grown.slotsMin(), 1_490, grown);
        assertBetween(1_489, grown.slotsMax(), 1_498, grown);
        assertBetween(3 * 1_489, plan.voterMoves(), 3 * 1_489 * 1.2, "new nodes alone: 4,467");
        Plan reordered = new Planner(more, VOTERS).reorder(plan.to());
        assertBetween(1, Balance.of(reordered.to(), more).worstTakeover(), 1.15, grown);
    }

    /** More of one zone alone cannot carry more slots: the other zones' nodes would have more. */
    @Test
    void aNodeThatJoinsOneZoneRelievesItsMiniClusterAlone() {
        List<ClusterNode> twelve = Clusters.of(3, 2, 2);
        List<ClusterNode> thirteen = and(twelve, node(13, "a", 1));
        Plan plan = new Planner(thirteen, VOTERS).rebalance(first(twelve));
        for (NodeShare share : plan.nodes()) {
            boolean isRelieved = share.node() == 3 || share.node() == 4;
            assertEquals(share.node() == 13 ? 2_730 : 0, share.gained(), plan.nodes().toString());
            assertEquals(isRelieved ? 1_365 : 0, share.lost(), plan.nodes().toString());
        }
    }

    @Test
    void aNodeThatIsDrainedGivesItsSlotsToItsMiniClusterAlike() {
        List<ClusterNode> nine = Clusters.of(3, 1, 3);
        VoterTable before = first(nine);
        Plan plan = new Planner(with(nine, 9, Membership.DRAINING), VOTERS).vacate(before);
        assertEquals(share(plan, 9).before(), plan.voterMoves(), "the least that can move");
        assertEquals(0, share(plan, 9).after());
        assertBetween(8_180, share(plan, 7).after(), 8_204, plan.nodes());
        assertBetween(8_180, share(plan, 8).after(), 8_204, plan.nodes());
        IntStream.rangeClosed(1, 6)
                .forEach(node -> assertEquals(0, share(plan, node).gained(), "node " + node));
        Balance balance = Balance.of(plan.to(), nine);
        assertEquals(5, balance.partnersMin(), "of nodes in the other zones");
        assertBetween(1, balance.worstTakeover(), 1.26, balance);
    }

    @Test
    void aReplacementHasThePlacesOfTheDead() {
        List<ClusterNode> six = Clusters.of(3, 1, 2);
        VoterTable before = first(six);
        List<ClusterNode> seven = and(with(six, 4, Membership.DRAINING), node(7, "b", 0));
        Plan plan = new Planner(seven, VOTERS).replace(before, 4, 7);
        for (SlotMove move : plan.moves()) {
            assertEquals(List.of(7), move.newcomers());
            assertEquals(List.of(4), move.leavers());
            assertEquals(move.from().indexOf(4), move.to().indexOf(7), move.toString());
        }
        assertEquals(
                plan.moves().size(),
                before.slots().stream().filter(voters -> voters.contains(4)).count());
        assertEquals(
                "Node 7 is not of zone a, mini-cluster 0, as node 1 is; add one with that zone and"
                        + " mini-cluster.",
                refusal(() -> new Planner(seven, VOTERS).replace(before, 1, 7)));
        assertEquals(
                "Node 4 is not active; replace node 3 by one that is.",
                refusal(() -> new Planner(seven, VOTERS).replace(before, 3, 4)));
        assertEquals(
                "There is no node 8; add it to the cluster first.",
                refusal(() -> new Planner(seven, VOTERS).replace(before, 4, 8)));
        List<ClusterNode> three = Clusters.of(1, 1, 3);
        assertEquals(
                "Node 2 votes beside node 1 for slot 0; drain node 1 instead.",
                refusal(() -> new Planner(three, VOTERS).replace(first(three), 1, 2)));
    }

    @Test
    void aGroupThatComesTakesItsShareOfSlotsWholeAndOneThatGoesGivesThemBack() {
        List<ClusterNode> twelve = Clusters.of(3, 2, 2);
        List<ClusterNode> eighteen = and(twelve, node(13, "a", 2), node(14, "a", 2));
        VoterTable two = first(twelve);
        Plan none = new Planner(eighteen, VOTERS).rebalance(two);
        assertEquals(0, none.moves().size(), "no slots for a group that lacks zones");
        eighteen = and(eighteen, node(15, "b", 2), node(16, "b", 2));
        eighteen = and(eighteen, node(17, "c", 2), node(18, "c", 2));
        Plan grown = new Planner(eighteen, VOTERS).rebalance(two);
        assertBetween(5_460, grown.slotsMoved(), 5_461, grown);
        assertEquals(3 * grown.slotsMoved(), grown.voterMoves());
        grown.nodes()
                .forEach(share ->
                        assertEquals(
                                0,
                                share.node() > 12 ? share.lost() : share.gained(),
                                share.toString()));
        Balance balance = Balance.of(grown.to(), eighteen);
        assertBetween(2_720, balance.slotsMin(), 2_731, balance);
        assertBetween(2_730, balance.slotsMax(), 2_742, balance);
        assertBetween(1, balance.worstTakeover(), 1.03, balance);

        List<ClusterNode> shrunk = eighteen;
        for (int id = 13; id <= 18; id++) {
            shrunk = with(shrunk, id, Membership.DRAINING);
        }
        Plan back = new Planner(shrunk, VOTERS).vacate(grown.to());
        assertEquals(grown.slotsMoved(), back.slotsMoved());
        Balance after = Balance.of(back.to(), twelve);
        assertBetween(4_090, after.slotsMin(), after.slotsMax(), after);
        assertBetween(4_096, after.slotsMax(), 4_102, after);
    }

    /** Today's clusters: all nodes, in ascending order, rotated. */
    @Test
    void ordersAloneMakeOneTakeoverTwoAndMoveNoData() {
        VoterTable rotations =
                VoterTable.of(
                        IntStream.range(0, Slots.COUNT)
                                .mapToObj(slot ->
                                        IntStream.range(0, 3)
                                                .mapToObj(i -> 1 + (slot + i) % 3)
                                                .toList())
                                .toList());
        List<ClusterNode> three = Clusters.of(1, 1, 3);
        assertEquals(2, Balance.of(rotations, three).worstTakeover(), 0.01);
        Plan plan = new Planner(three, VOTERS).reorder(rotations);
        assertEquals(0, plan.voterMoves());
        assertEquals(0, plan.slotsMoved());
        assertBetween(Slots.COUNT / 2 - 5, plan.ordersChanged(), Slots.COUNT / 2 + 5, plan);
        assertBetween(1, Balance.of(plan.to(), three).worstTakeover(), 1.001, plan);
        assertEquals(
                "Slot 0 has voters that cannot stay; move them away first.",
                refusal(() ->
                        new Planner(
                                        and(with(three, 3, Membership.DRAINING), node(4, "a", 0)),
                                        VOTERS)
                                .reorder(rotations)));
    }

    @Test
    void threeVotersBecomeFiveAndThreeAgain() {
        List<ClusterNode> nodes = Clusters.of(3, 1, 2);
        VoterTable three = first(nodes);
        Plan more = new Planner(nodes, 5).vacate(three);
        for (SlotMove move : more.moves()) {
            assertEquals(move.from(), move.to().subList(0, 3), "who votes stays");
        }
        assertEquals(2 * Slots.COUNT, more.voterMoves());
        assertEquals(2, Balance.of(more.to(), nodes).zoneVotersMax());
        Plan fewer = new Planner(nodes, 3).vacate(more.to());
        assertEquals(0, fewer.voterMoves(), "nobody has anything to fetch");
        assertEquals(three, fewer.to());
    }

    @Test
    void aNodeOfTwiceTheWeightHasTwiceAsMuch() {
        List<ClusterNode> nodes = and(Clusters.of(3, 1, 2), node(7, "a", 0, 200));
        nodes = and(nodes, node(8, "b", 0, 200), node(9, "c", 0, 200));
        Plan plan = Plan.between(first(nodes), first(nodes));
        for (NodeShare share : plan.nodes()) {
            int expected = share.node() > 6 ? 8_192 : 4_096;
            assertBetween(expected - 12, share.before(), expected + 12, plan.nodes());
        }
        Balance balance = Balance.of(first(nodes), nodes);
        assertBetween(1, balance.worstTakeover(), 1.02, balance);
    }

    @Test
    void aPlanSaysWhatItCosts() {
        List<ClusterNode> six = Clusters.of(3, 1, 2);
        List<ClusterNode> seven = and(with(six, 1, Membership.DRAINING), node(7, "a", 0));
        VoterTable before = first(six);
        Plan plan = new Planner(seven, VOTERS).replace(before, 1, 7);
        int slots = plan.moves().size();
        assertEquals(
                "%,d slots get other voters (%,d copies), 0 another order".formatted(slots, slots),
                plan.toString());
        assertEquals(1_000L * slots, plan.bytes(slot -> 1_000));
        assertEquals(List.of(), Plan.between(before, before).moves());
        assertEquals(
                before,
                VoterTable.of(Topology.first(six, before.slots())),
                "a new cluster begins with it");
    }

    @Test
    void tooFewNodesAreToldInOneSentence() {
        assertEquals(
                "No group has nodes for 3 voters in 1 zone; add active nodes to a mini-cluster of"
                        + " each zone. Active nodes: 1, 2 in zone a, mini-cluster 0.",
                refusal(() -> new Planner(Clusters.of(1, 1, 2), 3)));
        assertEquals(
                "No group has nodes for 3 voters in 3 zones; add active nodes to a mini-cluster of"
                        + " each zone. Active nodes: 1 in zone a, mini-cluster 0; 2 in zone b,"
                        + " mini-cluster 0; 3 in zone c, mini-cluster 1.",
                refusal(() ->
                        new Planner(
                                List.of(node(1, "a", 0), node(2, "b", 0), node(3, "c", 1)), 3)));
        assertEquals(
                "4 voters are asked for; a slot has 1, 3 or 5.",
                refusal(() -> new Planner(Clusters.of(1, 1, 5), 4)));
    }

    @Test
    void aNewNodeJoinsTheFirstMiniClusterThatHasRoom() {
        List<ClusterNode> none = List.of();
        assertEquals(0, MiniClusters.numberFor("a", none, 2));
        assertEquals(0, MiniClusters.numberFor("a", Clusters.of(1, 1, 5), 2), "all are alike");
        List<ClusterNode> six = Clusters.of(3, 1, 2);
        assertEquals(1, MiniClusters.numberFor("a", six, 2));
        assertEquals(0, MiniClusters.numberFor("d", six, 2));
        assertEquals(0, MiniClusters.numberFor("a", six, 3));
        assertEquals(
                0, MiniClusters.numberFor("a", with(six, 2, Membership.DRAINING), 2), "its place");
    }
}
