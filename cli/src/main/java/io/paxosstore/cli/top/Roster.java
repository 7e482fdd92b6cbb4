package io.paxosstore.cli.top;

import io.paxosstore.cli.probe.NodeProbe;
import io.paxosstore.protocol.wire.NodeAddress;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which nodes there are, by the word of one of them.
 *
 * @param teller its client address; empty if none answers
 * @param places of all nodes, by their ids
 * @param shape null if it does not say it, being too busy or of an earlier release
 * @param nanos when that was, as System.nanoTime has it
 * @param nobody why nobody says it, in a sentence; else empty
 */
record Roster(
        String teller, List<NodePlace> places, @Nullable Shape shape, long nanos, String nobody) {
    /** The admin port follows the client port after one more, unless the list of nodes says it. */
    private static final int ADMIN_PORT_AFTER = 2;

    /** Copies the places. */
    Roster {
        places = List.copyOf(places);
    }

    /** What these have said; the newest list of nodes counts. */
    static Roster of(List<NodeProbe> asked, long nanos) {
        return asked.stream()
                .filter(NodeProbe::isReached)
                .max(Comparator.comparingLong(Roster::version))
                .map(probe -> of(probe, nanos))
                .orElseGet(() -> new Roster("", List.of(), null, nanos, nobody(asked)));
    }

    private static long version(NodeProbe probe) {
        JsonNode topology = probe.topology();
        return topology == null ? -1 : Fields.whole(topology, "version");
    }

    private static Roster of(NodeProbe probe, long nanos) {
        JsonNode topology = probe.topology();
        Shape shape = topology == null ? null : Shape.of(topology);
        List<NodePlace> places =
                shape == null || shape.nodes().isEmpty()
                        ? probe.nodes().stream().map(Roster::place).toList()
                        : shape.nodes().stream().map(ListedNode::place).toList();
        List<NodePlace> sorted =
                places.stream()
                        .filter(NodePlace::isReal)
                        .sorted(Comparator.comparingInt(NodePlace::id))
                        .toList();
        return new Roster(probe.address(), sorted, shape, nanos, "");
    }

    private static NodePlace place(NodeAddress node) {
        return new NodePlace(
                node.nodeId(),
                Plain.text(node.host()),
                node.port(),
                node.port() + ADMIN_PORT_AFTER);
    }

    private static String nobody(List<NodeProbe> asked) {
        return asked.stream()
                .map(one -> one.address() + " (" + Plain.text(one.error()) + ")")
                .collect(Collectors.joining(", ", "No node answers: ", "."));
    }
}
