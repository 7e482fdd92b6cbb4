package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

/**
 * What a node finds wrong.
 *
 * @param check what was checked, in a word
 * @param isSerious whether it cannot serve because of it
 * @param sinceMillis since 1970, by its clock
 */
record NodeProblem(String check, boolean isSerious, String says, long sinceMillis) {
    /** Reads one. */
    static NodeProblem of(JsonNode root) {
        return new NodeProblem(
                Fields.text(root, "check"),
                Fields.isTrue(root, "serious"),
                Fields.text(root, "says"),
                Fields.whole(root, "since"));
    }
}
