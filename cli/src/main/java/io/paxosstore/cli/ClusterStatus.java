package io.paxosstore.cli;

import io.paxosstore.cli.probe.NodeProbe;
import io.paxosstore.cli.probe.NodeProbes;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How all nodes of a cluster are, each asked by itself, and what the cluster can still lose. */
final class ClusterStatus {
    private final List<NodeProbe> nodes;

    ClusterStatus(List<NodeProbe> nodes) {
        this.nodes = nodes;
    }

    /**
     * Asks the nodes at these addresses, then those that they name.
     *
     * @throws IllegalArgumentException with one sentence when one is no address
     */
    static ClusterStatus ask(Collection<String> addresses) {
        return new ClusterStatus(NodeProbes.ask(addresses));
    }

    /** The answer of {@code status}: it fails when slots have no majority. */
    ShellAnswer answer() {
        List<String> lines = new ArrayList<>();
        List<Object> all = new ArrayList<>();
        for (NodeProbe node : nodes) {
            lines.add(Printable.plain(line(node)));
            all.add(fields(node));
        }
        String slots = TopologyView.redundancy(nodes);
        if (!slots.isEmpty()) {
            lines.add(slots);
        }
        boolean known = nodes.stream().anyMatch(NodeProbe::isReached);
        ClusterStrength strength = ClusterStrength.of(nodes);
        lines.add(known ? strength.text() : "no node answers: nothing can be done");
        String text = String.join(System.lineSeparator(), lines);
        boolean works = known && strength.spare() >= 0;
        return (works
                        ? ShellAnswer.ok(text)
                        : ShellAnswer.failed(text).with("error", lines.getLast()))
                .with("nodes", all)
                .with("voters", strength.voters())
                .with("votersUp", strength.up())
                .with("mayLose", strength.mayLose());
    }

    private String line(NodeProbe node) {
        String id = node.nodeId() == NodeProbe.UNKNOWN ? "?" : Integer.toString(node.nodeId());
        String head = String.format(Locale.ROOT, "node %s  %-24s ", id, node.address());
        if (!node.isReached()) {
            return head + "not connected (" + node.error() + ")" + lastSeen(node.nodeId());
        }
        JsonNode said = node.status();
        if (said == null) {
            return head + "connected; its release is too old to say more";
        }
        return head
                + "connected, version "
                + node.text("version")
                + ", "
                + node.text("standing")
                + (node.text("standing").equals("new")
                        ? " (the others must say whether it had another store before)"
                        : "")
                + ", lag "
                + node.text("lag")
                + ", room "
                + node.text("room")
                + " ("
                + (said.path("usableBytes").asLong() >> 20)
                + " MiB free)"
                + (node.text("noMajority").isEmpty() ? "" : ", " + node.text("noMajority"));
    }

    /** What the nodes that answer say of one that does not. */
    private String lastSeen(int nodeId) {
        long last = 0;
        long started = Long.MAX_VALUE;
        for (NodeProbe node : nodes) {
            JsonNode status = node.status();
            if (status == null) {
                continue;
            }
            for (JsonNode peer : status.path("peers")) {
                if (peer.path("id").asInt(NodeProbe.UNKNOWN) == nodeId) {
                    started = Math.min(started, status.path("startedMillis").asLong(0));
                    last = Math.max(last, peer.path("lastSeenMillis").asLong(0));
                }
            }
        }
        if (started == Long.MAX_VALUE) {
            return "";
        }
        return last == 0
                ? ", never seen since " + Instant.ofEpochMilli(started)
                : ", last seen by the others at " + Instant.ofEpochMilli(last);
    }

    private static Map<String, Object> fields(NodeProbe node) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", node.nodeId());
        fields.put("address", node.address());
        fields.put("connected", node.isReached());
        fields.put("error", node.error());
        fields.put("status", node.status());
        return fields;
    }
}
