package io.paxosstore.node.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What holds of every cluster, whatever its shape and whatever happened to it. */
final class PlannerShapesTest {
    private static final int SEEDS = 20;

    /** A cluster and its placement, as operators change them. */
    private static final class History {
        final Random random;
        final int voters;
        final int zones;
        final int groups;
        List<ClusterNode> nodes;
        VoterTable table;

        History(int seed) {
            random = new Random(seed);
            voters = random.nextInt(4) == 0 ? 5 : 3;
            zones = random.nextInt(3) == 0 ? 1 : 3 + random.nextInt(3);
            groups = 1 + random.nextInt(zones == 1 ? 1 : 4);
            nodes = new ArrayList<>();
            for (int zone = 0; zone < zones; zone++) {
                for (int group = 0; group < groups; group++) {
                    int size =
                            zones == 1
                                    ? voters + random.nextInt(voters == 5 ? 2 : 6)
                                    : (voters + zones - 1) / zones + random.nextInt(3);
                    for (int i = 0; i < size; i++) {
                        nodes.add(Clusters.node(nodes.size() + 1, Clusters.zone(zone), group));
                    }
                }
            }
            table = planner().first();
        }

        Planner planner() {
            return new Planner(nodes, voters);
        }

        ClusterNode join() {
            ClusterNode node =
                    Clusters.node(
                            nodes.size() + 1,
                            Clusters.zone(random.nextInt(zones)),
                            random.nextInt(groups));
            nodes = Clusters.and(nodes, node);
            return node;
        }

        /** Drains a node whose mini-cluster can do without it; 0 if there is none. */
        int drain() {
            for (int attempt = 0; attempt < 20; attempt++) {
                ClusterNode node = nodes.get(random.nextInt(nodes.size()));
                long left =
                        nodes.stream()
                                .filter(other ->
                                        other.membership() == Membership.ACTIVE
                                                && other.id() != node.id()
                                                && other.zone().equals(node.zone())
                                                && other.miniCluster() == node.miniCluster())
                                .count();
                if (node.membership() == Membership.ACTIVE
                        && left >= (voters + zones - 1) / zones) {
                    nodes = Clusters.with(nodes, node.id(), Membership.DRAINING);
                    return node.id();
                }
            }
            return 0;
        }
    }

    private static void assertValid(History history, VoterTable table, String seed) {
        ClusterNode[] byId = new ClusterNode[history.nodes.size() + 1];
        history.nodes.forEach(node -> byId[node.id()] = node);
        int cap = (history.voters + history.zones - 1) / history.zones;
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            List<Integer> voters = table.votersOf(slot);
            assertEquals(history.voters, voters.size(), seed);
            for (int id : voters) {
                ClusterNode node = byId[id];
                int sameNode = 0;
                int sameZone = 0;
                for (int other : voters) {
                    sameNode += other == id ? 1 : 0;
                    sameZone += byId[other].zone().equals(node.zone()) ? 1 : 0;
                }
                assertEquals(1, sameNode, seed);
                assertTrue(sameZone <= cap, seed);
                assertEquals(Membership.ACTIVE, node.membership(), seed);
                assertEquals(byId[voters.getFirst()].miniCluster(), node.miniCluster(), seed);
            }
        }
    }

    /** Each node's slots, compared with others of its mini-cluster. */
    private static int unevenness(History history, VoterTable table) {
        Map<String, List<Integer>> byMiniCluster = new TreeMap<>();
        for (NodeShare share : Plan.between(table, table).nodes()) {
            ClusterNode node = history.nodes.get(share.node() - 1);
            byMiniCluster
                    .computeIfAbsent(node.zone() + node.miniCluster(), any -> new ArrayList<>())
                    .add(share.before());
        }
        return byMiniCluster.values().stream()
                .mapToInt(counts -> Collections.max(counts) - Collections.min(counts))
                .max()
                .orElseThrow();
    }

    @Test
    void everyNewClusterIsEven() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            History history = new History(seed);
            String label = "seed " + seed;
            assertValid(history, history.table, label);
            assertTrue(unevenness(history, history.table) <= 20, label);
            Balance balance = Balance.of(history.table, history.nodes);
            assertTrue(balance.worstTakeover() < 1.15, label + balance);
            assertEquals(
                    0,
                    history.planner().rebalance(history.table).moves().size(),
                    label + ": what is even stays");
            history.nodes = new ArrayList<>(history.nodes);
            Collections.shuffle(history.nodes, history.random);
            assertEquals(history.table, history.planner().first(), label + ", any order of nodes");
        }
    }

    @Test
    void whatLeavesIsAllThatMoves() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            History history = new History(seed);
            String label = "seed " + seed;
            for (int step = 0; step < 3; step++) {
                int leaving = history.drain();
                Plan plan = history.planner().vacate(history.table);
                assertValid(history, plan.to(), label);
                for (SlotMove move : plan.moves()) {
                    assertEquals(List.of(leaving), move.leavers(), () -> label + move);
                    int place = move.from().indexOf(leaving);
                    List<Integer> others = new ArrayList<>(move.from());
                    others.set(place, move.to().get(place));
                    assertEquals(others, move.to(), () -> label + move);
                }
                history.table = plan.to();
            }
        }
    }

    @Test
    void whatJoinsTakesItsShareAndNoMoreMoves() {
        for (int seed = 1; seed <= SEEDS; seed++) {
            History history = new History(seed);
            String label = "seed " + seed;
            List<Integer> joined = new ArrayList<>();
            Set<Integer> groups = new TreeSet<>();
            for (int i = 1 + history.random.nextInt(3); i > 0; i--) {
                ClusterNode node = history.join();
                joined.add(node.id());
                groups.add(node.miniCluster());
            }
            Plan plan = history.planner().rebalance(history.table);
            assertValid(history, plan.to(), label);
            if (history.groups == 1) {
                for (SlotMove move : plan.moves()) {
                    assertTrue(joined.containsAll(move.newcomers()), () -> label + move);
                    assertTrue(Collections.disjoint(joined, move.leavers()), () -> label + move);
                }
            }
            assertEquals(
                    0,
                    history.planner().rebalance(plan.to()).moves().size(),
                    label + ": one plan is enough");
            for (NodeShare share : plan.nodes()) {
                ClusterNode node = history.nodes.get(share.node() - 1);
                assertTrue(
                        groups.contains(node.miniCluster()) || share.gained() == 0,
                        () -> label + share);
            }
            history.table = plan.to();
        }
    }

    @Test
    void anyHistoryEndsEvenAndReorderedItSpreadsTakeovers() {
        for (int seed = 1; seed <= SEEDS / 3; seed++) {
            History history = new History(seed);
            String label = "seed " + seed;
            for (int step = 0; step < 6; step++) {
                if (history.random.nextBoolean()) {
                    history.join();
                } else {
                    history.drain();
                }
                history.table = history.planner().rebalance(history.table).to();
                assertValid(history, history.table, label);
            }
            Plan plan = history.planner().reorder(history.table);
            assertEquals(0, plan.voterMoves(), label);
            Balance before = Balance.of(history.table, history.nodes);
            Balance after = Balance.of(plan.to(), history.nodes);
            assertTrue(after.worstTakeover() <= before.worstTakeover() + 1e-9, label + after);
        }
    }
}
