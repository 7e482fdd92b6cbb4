package io.paxosstore.bench.members;

import io.paxosstore.protocol.key.Slots;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The topology as one node knows it; docs/wire-protocol.md lists the fields. Immutable.
 *
 * @param root the object of TOPOLOGY_SHOWN
 */
public record MembersView(JsonNode root) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    public static MembersView of(String json) {
        return new MembersView(JSON.readTree(json));
    }

    /** The version of the list of nodes and the goal. */
    public long version() {
        return root.path("version").asLong();
    }

    /** Whether no slot is under change and the plan for the present goal is carried out. */
    public boolean isSettled() {
        return root.path("settled").asBoolean();
    }

    /** Whether no slot is under change, be it the system's. */
    public boolean isStill() {
        return root.path("slots").path("joint").asInt() == 0
                && root.path("system").path("coming").isEmpty();
    }

    /** In how many slots a node votes. */
    public int votes(int id) {
        for (JsonNode node : root.path("nodes")) {
            if (node.path("id").asInt() == id) {
                return node.path("votes").asInt();
            }
        }
        return 0;
    }

    /** Whether the node that says so is connected to every voter of every slot. */
    public boolean isConnected() {
        int slots = 0;
        for (JsonNode group : root.path("slots").path("redundancy")) {
            if (group.path("connected").asInt() == group.path("voters").asInt()) {
                slots += group.path("slots").asInt();
            }
        }
        return slots == Slots.COUNT;
    }

    /** How many slots the present plan has moved. */
    public int done() {
        return root.path("plan").path("done").asInt();
    }

    /** How many slots the present plan moves in all. */
    public int planned() {
        JsonNode plan = root.path("plan");
        return plan.path("done").asInt()
                + plan.path("moving").asInt()
                + plan.path("left").asInt()
                + plan.path("dropped").asInt();
    }

    /** Which plan that is. */
    public long plan() {
        return root.path("plan").path("version").asLong();
    }
}
