package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * What a node says of itself.
 *
 * @param standing such as "whole"; empty if it does not say it
 * @param lag about how many keys and entities it has still to compare or to fetch
 * @param room such as "enough"
 * @param usableBytes left on its disk
 * @param noMajority why it can decide nothing, or not everything; else empty
 * @param startedMillis since 1970
 */
record NodeStatus(
        String version,
        String standing,
        long lag,
        String room,
        long usableBytes,
        String noMajority,
        long startedMillis,
        List<Peer> peers) {
    static final String WHOLE = "whole";
    static final String ENOUGH = "enough";

    /**
     * What it has heard of another one.
     *
     * @param seenMillis since 1970, by the clock of who says it; 0 for never
     */
    record Peer(int id, long seenMillis) {}

    /** Copies the peers. */
    NodeStatus {
        peers = List.copyOf(peers);
    }

    /** Reads it; nothing of it needs to be there. */
    static NodeStatus of(JsonNode root) {
        return new NodeStatus(
                Fields.text(root, "version"),
                Fields.text(root, "standing"),
                Fields.whole(root, "lag"),
                Fields.text(root, "room"),
                Fields.whole(root, "usableBytes"),
                Fields.text(root, "noMajority"),
                Fields.whole(root, "startedMillis"),
                Fields.list(
                        root.path("peers"),
                        peer ->
                                new Peer(
                                        Fields.id(peer, "id"),
                                        Fields.whole(peer, "lastSeenMillis"))));
    }
}
