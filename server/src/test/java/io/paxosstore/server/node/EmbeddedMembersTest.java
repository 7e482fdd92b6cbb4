package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClusterMembers;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterChangeCodec;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Course;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Operators list the members of a running cluster, change them, and are refused. */
final class EmbeddedMembersTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int DEADLINE_MILLIS = 10_000;

    /** Nobody runs it. */
    private static final ClusterNode FOURTH =
            new ClusterNode(
                    4,
                    "127.0.0.1",
                    1,
                    2,
                    3,
                    ClusterNode.ZONE_DEFAULT,
                    0,
                    Membership.ACTIVE,
                    ClusterNode.WEIGHT_DEFAULT);

    private static JsonNode shown(ClusterMembers members) {
        return JSON.readTree(members.show());
    }

    /** Of a trial: a change that is sent twice, on a slow machine, is done if it is so already. */
    private static String refusal(ClusterMembers members, ClusterChange change) {
        NotDoneException refused =
                assertThrows(NotDoneException.class, () -> members.change(change, true));
        assertEquals(NotDoneException.Reason.REFUSED, refused.reason());
        return String.valueOf(refused.getMessage());
    }

    /** What a change moves; on a slow machine a node may seem to be down for a moment. */
    private static ClusterMoves judged(ClusterMembers members, ClusterChange change)
            throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return members.change(change, true);
            } catch (NotDoneException e) {
                assertSays("start the others first", String.valueOf(e.getMessage()));
                assertTrue(attempt < 100, () -> "in vain tried: " + e.getMessage());
                Thread.sleep(100);
            }
        }
    }

    private static void assertSays(String sentence, String message) {
        assertTrue(message.contains(sentence), message);
    }

    @Test
    void membersAreListedAddedDrainedAndRemoved() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            ClusterMembers members = store.members();
            RejoinTest.await(
                    "all are connected",
                    () -> {
                        JsonNode redundancy = shown(members).path("slots").path("redundancy");
                        return redundancy.size() == 1
                                && redundancy.path(0).path("connected").asInt() == 3;
                    });
            JsonNode before = shown(members);
            assertEquals(3, before.path("nodes").size(), before.toString());
            int preferred = 0;
            for (JsonNode node : before.path("nodes")) {
                assertEquals(Slots.COUNT, node.path("votes").asInt());
                preferred += node.path("preferred").asInt();
            }
            assertEquals(Slots.COUNT, preferred);
            assertTrue(before.path("settled").asBoolean(), before.toString());

            assertSays(
                    "No group has nodes for 3 voters in 1 zone; add active nodes",
                    refusal(members, new ClusterChange.Drain(3)));
            ClusterMoves trial = members.change(new ClusterChange.Add(FOURTH), true);
            assertTrue(trial.isStill(), trial.toString());
            assertEquals(3, shown(members).path("nodes").size(), "it was a trial");

            long version = members.change(new ClusterChange.Add(FOURTH), false).version();
            assertTrue(version > before.path("version").asLong());
            JsonNode fourth = shown(members).path("nodes").path(3);
            assertEquals(4, fourth.path("id").asInt());
            assertEquals(0, fourth.path("votes").asInt());
            assertTrue(!fourth.path("connected").asBoolean(), "nobody runs it");
            assertSays(
                    "Node id 4 is taken; give the new node another one",
                    refusal(members, new ClusterChange.Add(FOURTH)));

            ClusterMoves spread = judged(members, new ClusterChange.Spread());
            assertEquals(3 * Slots.COUNT / 4, spread.copies());
            assertEquals(3 * Slots.COUNT / 4, spread.nodes().get(3).gained());

            assertSays(
                    "Node 4 is active; drain it first",
                    refusal(members, new ClusterChange.Remove(4)));
            assertTrue(members.change(new ClusterChange.Drain(4), false).isStill());
            members.change(new ClusterChange.Remove(4), false);
            assertEquals(
                    "removed", shown(members).path("nodes").path(3).path("membership").asString());
            assertSays("ids are never used again", refusal(members, new ClusterChange.Add(FOURTH)));
        }
    }

    /** The final answer, by asking again as a client does. */
    private static Response change(WireClient client, boolean isRepeat, ClusterChange change)
            throws Exception {
        boolean isAgain = isRepeat;
        for (int attempt = 1; attempt < 100; attempt++) {
            client.send(
                    new Request.ChangeMembers(
                            77,
                            DEADLINE_MILLIS,
                            false,
                            isAgain,
                            ClusterChangeCodec.encode(change)));
            Response response = client.receiveAnswer();
            if (!(response instanceof Response.Failure failure)
                    || failure.code() == FailureCode.REFUSED) {
                return response;
            }
            isAgain |= failure.code() == FailureCode.UNKNOWN_OUTCOME;
            Thread.sleep(100);
        }
        throw new AssertionError("in vain tried: " + change);
    }

    /** An attempt whose answer was lost must not make its repeat a failure. */
    @Test
    void aRepeatOfWhatIsDoneIsDone() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            ClusterMember member = cluster.member(1);
            try (WireClient client = new WireClient(member.host(), member.clientPort())) {
                client.hello(Wire.PROTOCOL_VERSION);
                ClusterChange pause = new ClusterChange.Steer(Course.PAUSED);
                Response.MembersChanged first =
                        assertInstanceOf(
                                Response.MembersChanged.class, change(client, false, pause));
                Response.MembersChanged again =
                        assertInstanceOf(
                                Response.MembersChanged.class, change(client, true, pause));
                assertEquals(first.moves().version(), again.moves().version());
                Response.Failure refused =
                        assertInstanceOf(Response.Failure.class, change(client, false, pause));
                assertEquals(FailureCode.REFUSED, refused.code());
                assertEquals("That is so already; nothing is changed.", refused.sentence());
                Response.Failure unknown =
                        assertInstanceOf(
                                Response.Failure.class,
                                change(client, true, new ClusterChange.Drain(9)));
                assertEquals(FailureCode.REFUSED, unknown.code(), "that is not so");
                Response.Failure garbage =
                        assertInstanceOf(
                                Response.Failure.class,
                                client.call(
                                        new Request.ChangeMembers(
                                                78,
                                                DEADLINE_MILLIS,
                                                false,
                                                false,
                                                new byte[] {1, 12})));
                assertEquals(FailureCode.BAD_REQUEST, garbage.code());
            }
        }
    }
}
