package io.paxosstore.server.front.binary;

import io.paxosstore.node.balance.BalanceAnswer;
import io.paxosstore.node.placement.HeavySlot;
import io.paxosstore.node.placement.LoadProposal;
import io.paxosstore.node.placement.NodeLoad;
import io.paxosstore.node.placement.NodeShare;
import io.paxosstore.node.placement.Plan;
import io.paxosstore.node.placement.SlotMove;

import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How loads are evened out, for operators: the object of BALANCED. */
final class BalanceJson {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double PRECISION = 1e3;

    private BalanceJson() {}

    /** The object, in UTF-8. */
    static byte[] of(BalanceAnswer.Proposed proposed) {
        LoadProposal proposal = proposed.proposal();
        Plan plan = proposal.plan();
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("version", proposed.topology().head().version());
        root.put("slots", plan.slotsMoved());
        root.put("orders", plan.ordersChanged());
        root.put("copies", plan.voterMoves());
        root.put("more", proposal.isCut());
        root.put("worstBefore", rounded(proposal.worstBefore()));
        root.put("worstAfter", rounded(proposal.worstAfter()));
        root.put("nodes", nodes(proposal));
        root.put("heavy", proposal.heavy().stream().map(BalanceJson::heavy).toList());
        root.put("withoutBytes", proposed.withoutBytes());
        root.put("moves", plan.moves().stream().map(BalanceJson::move).toList());
        return JSON.writeValueAsBytes(root);
    }

    /** What was sent again, and is under way: nobody knows any more what it was. */
    static byte[] ofRepeat() {
        return JSON.writeValueAsBytes(Map.of("repeated", true));
    }

    private static double rounded(double figure) {
        return Math.round(figure * PRECISION) / PRECISION;
    }

    private static List<Object> nodes(LoadProposal proposal) {
        Map<Integer, NodeLoad> after =
                proposal.after().stream()
                        .collect(Collectors.toMap(NodeLoad::node, Function.identity()));
        Map<Integer, NodeShare> shares =
                proposal.plan().nodes().stream()
                        .collect(Collectors.toMap(NodeShare::node, Function.identity()));
        List<Object> nodes = new ArrayList<>();
        for (NodeLoad before : proposal.before()) {
            NodeLoad then = after.getOrDefault(before.node(), before);
            NodeShare share =
                    shares.getOrDefault(before.node(), new NodeShare(before.node(), 0, 0, 0));
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("id", before.node());
            fields.put("requests", rounded(before.requests()));
            fields.put("requestsThen", rounded(then.requests()));
            fields.put("requestsPart", rounded(before.requestsPart()));
            fields.put("bytes", Math.round(before.bytes()));
            fields.put("bytesThen", Math.round(then.bytes()));
            fields.put("bytesPart", Math.round(before.bytesPart()));
            fields.put("slots", share.before());
            fields.put("gets", share.gained());
            fields.put("loses", share.lost());
            nodes.add(fields);
        }
        return nodes;
    }

    private static Map<String, Object> heavy(HeavySlot slot) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("slot", slot.slot());
        fields.put("node", slot.node());
        fields.put("figure", slot.figure().name().toLowerCase(Locale.ROOT));
        fields.put("parts", rounded(slot.parts()));
        return fields;
    }

    private static Map<String, Object> move(SlotMove move) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("slot", move.slot());
        fields.put("from", move.from());
        fields.put("to", move.to());
        return fields;
    }
}
