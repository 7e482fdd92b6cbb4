package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.ClusterMembers;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** What clients ask for is counted at the nodes, told to one of them, and evened out. */
final class EvenLoadsTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int NAMES = 60;

    /** Names of slots in which node 1 is preferred. */
    private static List<String> namesAtNodeOne() {
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "name" + i)
                .filter(name -> {
                    int slot = Slots.of(name.getBytes(StandardCharsets.UTF_8));
                    return FirstVoters.order(slot, List.of(1, 2, 3)).getFirst() == 1;
                })
                .limit(NAMES)
                .toList();
    }

    private static JsonNode node(JsonNode answer, int id) {
        return answer.path("nodes").path(id - 1);
    }

    @Test
    void requestsForOneNodesSlotsGoToOthersAndThenStay() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.builder(3).start()) {
            cluster.awaitReady();
            try (PaxosStore store =
                    PaxosStore.connect(
                            cluster.connectString(),
                            ClientOptions.builder().deadline(PATIENCE).build())) {
                store.createSpace("keys");
                store.createSpace("sets", SpaceKind.ENTITY);
                KeyValue<String, String> keys = store.keyValue("keys", Codec.utf8(), Codec.utf8());
                EntitySpace<String> sets = store.entitySpace("sets", Codec.utf8());
                ClusterMembers members = store.members();
                List<String> names = namesAtNodeOne();
                for (int i = 0; i < 20; i++) {
                    for (String name : names) {
                        keys.increment(name, 1);
                    }
                    sets.entity(names.get(i)).set("s", Codec.utf8()).add("m");
                }
                JsonNode proposal =
                        Shown.await(
                                PATIENCE,
                                () -> members.balance(true),
                                answer ->
                                        answer.path("worstBefore").asDouble() > 2
                                                && answer.path("withoutBytes").isEmpty()
                                                // The count that is told may have been taken when
                                                // a part of the names had been asked for.
                                                && answer.path("orders").asInt() >= NAMES / 2);
                assertTrue(proposal.path("worstAfter").asDouble() <= 1.11, proposal::toString);
                assertEquals(0, proposal.path("copies").asInt(), "no data moves");
                int orders = proposal.path("orders").asInt();
                assertTrue(orders >= NAMES / 2 && orders <= NAMES, proposal::toString);
                assertTrue(node(proposal, 1).path("requests").asDouble() > 1);

                JsonNode done = JSON.readTree(members.balance(false));
                assertTrue(done.path("orders").asInt() >= NAMES / 2, done::toString);
                // Whoever is asked may not have heard of the plan yet.
                JsonNode shown =
                        Shown.await(
                                PATIENCE,
                                members::show,
                                seen ->
                                        seen.path("plan").path("version").asInt() == 2
                                                && seen.path("settled").asBoolean());
                assertEquals(
                        5462 - done.path("orders").asInt(),
                        node(shown, 1).path("preferred").asInt());

                JsonNode again = JSON.readTree(members.balance(true));
                assertEquals(0, again.path("moves").size(), again::toString);
                assertEquals(21, keys.increment(names.getFirst(), 1));
                assertEquals(1, sets.entity(names.getFirst()).set("s", Codec.utf8()).size());

                members.change(new ClusterChange.Steer(Course.PAUSED), false);
                NotDoneException refused =
                        assertThrows(NotDoneException.class, () -> members.balance(true));
                assertTrue(
                        String.valueOf(refused.getMessage()).contains("Changes are paused"),
                        refused.getMessage());
                members.change(new ClusterChange.Steer(Course.RUNNING), false);
                cluster.node(3).stop();
                refused = assertThrows(NotDoneException.class, () -> members.balance(true));
                assertTrue(
                        String.valueOf(refused.getMessage())
                                .contains("Node 3 has not said what slots carry"),
                        refused.getMessage());
            }
        }
    }
}
