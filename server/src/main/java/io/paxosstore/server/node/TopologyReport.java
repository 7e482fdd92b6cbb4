package io.paxosstore.server.node;

import io.paxosstore.node.topology.NodeProgress;
import io.paxosstore.node.topology.Progress;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Goal;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Replacement;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.Voter;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.IntPredicate;

/** The topology as a node knows it, for operators: the object of TOPOLOGY_SHOWN. */
final class TopologyReport {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final int self;
    private final Topology topology;
    private final MovePlan plan;
    private final Progress progress;
    private final IntPredicate connected;
    private final SlotCensus census;

    /**
     * @param self the node that reports
     * @param connected whether it is connected to a node, by its id
     */
    TopologyReport(int self, Topology topology, MovePlan plan, IntPredicate connected) {
        this.self = self;
        this.topology = topology;
        this.plan = plan;
        this.progress = Progress.of(topology, plan);
        this.connected = connected;
        this.census = new SlotCensus(topology, connected);
    }

    /**
     * The report, in UTF-8.
     *
     * @param remainingMillis how long the rest of the plan takes, if that is known
     */
    byte[] json(OptionalLong remainingMillis) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("node", self);
        root.put("version", topology.head().version());
        root.put("settled", isSettled());
        root.put("goal", goal());
        root.put("nodes", topology.nodes().nodes().stream().map(this::node).toList());
        root.put("system", system());
        root.put("slots", slots());
        root.put("plan", plan(remainingMillis));
        return JSON.writeValueAsBytes(root);
    }

    /**
     * Whether nothing is under change and the plan for the present goal is carried out: every slot
     * has the voters that it should have.
     */
    boolean isSettled() {
        Goal goal = topology.head().goal();
        boolean isCarriedOut =
                plan.goal() == goal.number()
                        && plan.isLast()
                        && progress.moving() == 0
                        && progress.left() == 0;
        return isCarriedOut
                && census.joint() == 0
                && topology.head().system() instanceof SlotConfiguration.Stable system
                && system.ids().stream().allMatch(this::isActive)
                && topology.nodes().nodes().stream()
                        .allMatch(node ->
                                node.membership() == Membership.ACTIVE
                                        || census.of(node.id()).votes() == 0);
    }

    private boolean isActive(int node) {
        return topology.nodes()
                .find(node)
                .filter(is -> is.membership() == Membership.ACTIVE)
                .isPresent();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private Map<String, Object> goal() {
        Goal goal = topology.head().goal();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("number", goal.number());
        fields.put("voters", goal.voters());
        fields.put("spread", goal.spread());
        fields.put("course", word(goal.course()));
        List<Object> replacements = new ArrayList<>();
        for (Replacement each : goal.replacements()) {
            replacements.add(Map.of("leaving", each.leaving(), "joining", each.joining()));
        }
        fields.put("replacements", replacements);
        return fields;
    }

    private Map<String, Object> node(ClusterNode node) {
        SlotCensus.OfNode slots = census.of(node.id());
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", node.id());
        fields.put("host", node.host());
        fields.put("clientPort", node.clientPort());
        fields.put("peerPort", node.peerPort());
        fields.put("adminPort", node.adminPort());
        fields.put("zone", node.zone());
        fields.put("miniCluster", node.miniCluster());
        fields.put("membership", word(node.membership()));
        fields.put("weight", node.weight());
        fields.put("connected", connected.test(node.id()));
        fields.put("votes", slots.votes());
        fields.put("preferred", slots.preferred());
        fields.put("coming", slots.coming());
        return fields;
    }

    private Map<String, Object> system() {
        SlotConfiguration system = topology.head().system();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("epoch", system.epoch());
        fields.put("voters", system.ids());
        fields.put(
                "coming",
                switch (system) {
                    case SlotConfiguration.Stable _ -> List.of();
                    case SlotConfiguration.Joint joint ->
                            joint.newcomers().stream().map(Voter::node).toList();
                });
        return fields;
    }

    private Map<String, Object> slots() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("stable", Slots.COUNT - census.joint());
        fields.put("joint", census.joint());
        List<Object> redundancy = new ArrayList<>();
        census.redundancy()
                .forEach((each, count) -> {
                    Map<String, Object> group = new LinkedHashMap<>();
                    group.put("voters", each.voters());
                    group.put("connected", each.connected());
                    group.put("slots", count);
                    redundancy.add(group);
                });
        fields.put("redundancy", redundancy);
        fields.put("noMajority", census.withoutMajority());
        return fields;
    }

    private Map<String, Object> plan(OptionalLong remainingMillis) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", plan.version());
        fields.put("goal", plan.goal());
        fields.put("last", plan.isLast());
        fields.put("done", progress.done());
        fields.put("moving", progress.moving());
        fields.put("left", progress.left());
        fields.put("dropped", progress.dropped());
        fields.put(
                "remainingMillis", remainingMillis.isEmpty() ? null : remainingMillis.getAsLong());
        List<Object> nodes = new ArrayList<>();
        for (NodeProgress node : progress.nodes()) {
            Map<String, Object> ofNode = new LinkedHashMap<>();
            ofNode.put("id", node.node());
            ofNode.put("done", node.done());
            ofNode.put("moving", node.moving());
            ofNode.put("left", node.left());
            nodes.add(ofNode);
        }
        fields.put("nodes", nodes);
        return fields;
    }
}
