package io.paxosstore.cli.top;

import io.paxosstore.cli.progress.Progress;

import tools.jackson.databind.JsonNode;

import java.util.List;

/**
 * The nodes of a cluster, who votes, and what moves, as one of them tells it.
 *
 * @param teller who tells it
 * @param version of the list of nodes
 * @param noMajority how many slots cannot be decided
 * @param moves how far the slots are that move
 * @param course such as "running"
 */
record Shape(
        int teller,
        long version,
        List<ListedNode> nodes,
        List<Redundancy> redundancy,
        long noMajority,
        Progress moves,
        String course) {
    /** So many slots have so many of their voters connected. */
    record Redundancy(long slots, long connected, long voters) {}

    /** Copies the lists. */
    Shape {
        nodes = List.copyOf(nodes);
        redundancy = List.copyOf(redundancy);
    }

    /** Reads it; nothing of it needs to be there. */
    static Shape of(JsonNode root) {
        JsonNode slots = root.path("slots");
        JsonNode plan = root.path("plan");
        long done = Fields.whole(plan, "done");
        JsonNode left = plan.path("remainingMillis");
        return new Shape(
                Fields.id(root, "node"),
                Fields.whole(root, "version"),
                Fields.list(root.path("nodes"), ListedNode::of),
                Fields.list(
                        slots.path("redundancy"),
                        each ->
                                new Redundancy(
                                        Fields.whole(each, "slots"),
                                        Fields.whole(each, "connected"),
                                        Fields.whole(each, "voters"))),
                Fields.whole(slots, "noMajority"),
                Progress.told(
                        "moving slots",
                        done,
                        done + Fields.whole(plan, "moving") + Fields.whole(plan, "left"),
                        left.isNumber() ? left.asLong(Progress.UNKNOWN) : Progress.UNKNOWN),
                Fields.text(root.path("goal"), "course"));
    }

    /** Whether slots move, or are still to move. */
    boolean isMoving() {
        return moves.total() > moves.done();
    }
}
