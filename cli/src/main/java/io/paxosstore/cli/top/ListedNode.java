package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

/**
 * A node in the list of nodes.
 *
 * @param membership such as "active"
 * @param isConnected to who tells the list
 * @param votes in so many slots
 * @param preferred of so many slots, as the first one to be asked
 * @param coming to so many slots
 */
record ListedNode(
        NodePlace place,
        String membership,
        boolean isConnected,
        long votes,
        long preferred,
        long coming) {
    /** Reads one. */
    static ListedNode of(JsonNode root) {
        return new ListedNode(
                new NodePlace(
                        Fields.id(root, "id"),
                        Fields.text(root, "host"),
                        Fields.id(root, "clientPort"),
                        Fields.id(root, "adminPort")),
                Fields.text(root, "membership"),
                Fields.isTrue(root, "connected"),
                Fields.whole(root, "votes"),
                Fields.whole(root, "preferred"),
                Fields.whole(root, "coming"));
    }
}
