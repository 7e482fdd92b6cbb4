package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClusterMembers;
import io.paxosstore.protocol.topology.ClusterChange;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What nodes show of their cluster. No event says it to a client, so that it is asked for. */
final class Shown {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PAUSE = Duration.ofMillis(50);

    private Shown() {}

    /** In how many slots a node votes; -1 when it is not shown. */
    static int votes(JsonNode shown, int node) {
        for (JsonNode each : shown.get("nodes")) {
            if (each.get("id").asInt() == node) {
                return each.get("votes").asInt();
            }
        }
        return -1;
    }

    /** A change is made, and everything that it moves has moved. */
    static void changed(
            Duration patience,
            ClusterMembers members,
            ClusterChange change,
            Predicate<JsonNode> done)
            throws Exception {
        members.change(change, false);
        await(
                patience,
                members::show,
                shown -> shown.get("settled").asBoolean() && done.test(shown));
    }

    /**
     * Asks until the answer is as it is wanted.
     *
     * @param asked the object that a node answers with, as JSON
     * @return that answer
     */
    static JsonNode await(Duration patience, Supplier<String> asked, Predicate<JsonNode> done)
            throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        JsonNode shown = JSON.readTree(asked.get());
        while (!done.test(shown)) {
            assertTrue(System.nanoTime() < until, shown::toString);
            Thread.sleep(PAUSE);
            shown = JSON.readTree(asked.get());
        }
        return shown;
    }
}
