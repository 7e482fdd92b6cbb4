package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * How a node is, as its console tells.
 *
 * @param millis since 1970, when it told, by its clock
 * @param sample its last second; null if it has noted none lately
 */
record Portrait(
        int node,
        long millis,
        NodeStatus status,
        List<NodeProblem> problems,
        @Nullable Sample sample) {
    /** Copies the problems. */
    Portrait {
        problems = List.copyOf(problems);
    }

    /** Reads one; nothing of it needs to be there. */
    static Portrait of(JsonNode root) {
        JsonNode samples = root.path("samples");
        JsonNode last = samples.path(samples.size() - 1);
        return new Portrait(
                Fields.id(root, "node"),
                Fields.whole(root, "millis"),
                NodeStatus.of(root.path("status")),
                Fields.list(root.path("problems"), NodeProblem::of),
                last.isObject() ? Sample.of(last) : null);
    }
}
