package io.paxosstore.server.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;
import io.paxosstore.server.node.WireClient;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Spaces of both kinds in a real node, and requests that take one for the other. */
final class SpaceKindsTest {
    private static final byte[] ID = {1};
    private static final byte[] READ = ModelCodec.encode(MultiOp.of(new ListOperation.Length("l")));
    private static final byte[] WRITE =
            ModelCodec.encode(MultiOp.of(new ListOperation.Append("l", List.of(ID))));

    private static EmbeddedCluster cluster;
    private static PaxosStore store;
    private static SpaceInfo keys;
    private static SpaceInfo entities;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.start(1);
        store = PaxosStore.connect(cluster.connectString());
        keys = store.createSpace("keys");
        entities = store.createSpace("entities", SpaceKind.ENTITY);
    }

    @AfterAll
    static void stop() {
        store.close();
        cluster.close();
    }

    private static WireClient connect() throws Exception {
        WireClient client = new WireClient("127.0.0.1", cluster.member(1).clientPort());
        assertInstanceOf(Response.Welcome.class, client.hello(Wire.PROTOCOL_VERSION));
        return client;
    }

    private static String refused(FailureCode code, Response response) {
        Response.Failure failure = assertInstanceOf(Response.Failure.class, response);
        assertEquals(code, failure.code(), failure.sentence());
        return failure.sentence();
    }

    private static Request read(long correlation, int space, byte[] multiOp) {
        return new Request.EntityRead(correlation, 1000, space, ReadMode.LINEARIZABLE, ID, multiOp);
    }

    private static Request write(long correlation, int space, byte[] multiOp) {
        WriteId id = new WriteId(correlation + 1, correlation, 1);
        return new Request.EntityWrite(correlation, id, 1000, space, ID, multiOp);
    }

    @Test
    void theClientSeesTheKinds() {
        assertEquals(SpaceKind.KEY_VALUE, keys.kind());
        assertTrue(entities.id() >= 1 << 24);
        assertTrue(store.listSpaces().containsAll(List.of(keys, entities)));
        assertEquals(entities, store.createSpaceIfAbsent("entities", SpaceKind.ENTITY));
        NotDoneException exists =
                assertThrows(NotDoneException.class, () -> store.createSpaceIfAbsent("entities"));
        assertEquals(NotDoneException.Reason.SPACE_EXISTS, exists.reason());
        assertTrue(exists.toString().contains("of the kind entity"), exists.toString());
        assertEquals(entities, store.entitySpace("entities", Codec.utf8()).space());
    }

    @Test
    void requestsForAnotherKindAreRefused() throws Exception {
        try (WireClient client = connect()) {
            assertEquals(
                    "The space 'entities' is of the kind entity, the request needs one of the"
                            + " kind key-value; open it as what it is or use another space.",
                    refused(FailureCode.WRONG_KIND, client.put(entities.id(), "k", "v")));
            refused(FailureCode.WRONG_KIND, client.read(entities.id(), "k"));
            refused(FailureCode.WRONG_KIND, client.call(read(90, keys.id(), READ)));
            refused(FailureCode.WRONG_KIND, client.call(write(91, keys.id(), WRITE)));
            refused(FailureCode.UNKNOWN_SPACE, client.call(read(92, entities.id() + 9, READ)));
            refused(FailureCode.UNKNOWN_SPACE, client.call(write(93, 0, WRITE)));
        }
    }

    @Test
    void badMultiOpsAreRefusedAndTheConnectionGoesOn() throws Exception {
        try (WireClient client = connect()) {
            String malformed =
                    refused(
                            FailureCode.BAD_REQUEST,
                            client.call(write(90, entities.id(), new byte[] {1, 2})));
            assertTrue(malformed.startsWith("The MultiOp cannot be read: "), malformed);
            refused(FailureCode.BAD_REQUEST, client.call(read(91, entities.id(), WRITE)));
            assertInstanceOf(Response.Written.class, client.put(keys.id(), "k", "v"));
        }
    }

    @Test
    void droppedEntitySpacesAreGoneAndTheNodeGoesOn() throws Exception {
        SpaceInfo first = store.createSpace("passing", SpaceKind.ENTITY);
        store.dropSpace("passing");
        SpaceInfo second = store.createSpace("passing", SpaceKind.ENTITY);
        assertTrue(second.id() > first.id(), "numbers are never used again");
        try (WireClient client = connect()) {
            refused(FailureCode.UNKNOWN_SPACE, client.call(read(90, first.id(), READ)));
            assertInstanceOf(Response.Written.class, client.put(keys.id(), "k", "v"));
        }
    }
}
