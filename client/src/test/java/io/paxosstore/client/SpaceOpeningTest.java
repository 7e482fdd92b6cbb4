package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Optional;

/** Spaces are opened once, until the catalog changes; and without a majority, if need be. */
@Timeout(60)
final class SpaceOpeningTest {
    private static final CallOptions LOCAL = CallOptions.DEFAULT.readMode(ReadMode.LOCAL);

    private final FakeCluster cluster = new FakeCluster(3);

    @AfterEach
    void close() {
        cluster.close();
    }

    private long opened() {
        return cluster.seen.stream()
                .filter(seen -> seen.request() instanceof Request.OpenSpace)
                .count();
    }

    /** The answer of every node to everything linearizable: there is no majority. */
    private void loseMajority() {
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        boolean needsMajority =
                                request instanceof Request.OpenSpace open
                                        && open.mode() == ReadMode.LINEARIZABLE;
                        if (needsMajority) {
                            link.send(
                                    FakeCluster.failure(
                                            request, FailureCode.DEADLINE, "No majority."));
                        } else {
                            link.serve(request);
                        }
                    });
        }
    }

    @Test
    void aKnownSpaceIsOpenedWithoutAskingAServer() throws InterruptedException {
        try (PaxosStore store = cluster.connect()) {
            cluster.awaitRequest(Request.FollowCatalog.class);
            var unused = store.listSpaces(); // its answer comes behind the catalog's version
            for (int i = 0; i < 100; i++) {
                FakeCluster.open(store).put("k", "v" + i);
            }
            assertEquals(1, opened());
            store.createSpace("boxes", SpaceKind.ENTITY);
            for (int i = 0; i < 100; i++) {
                store.entity("boxes", "alice").value("n", Codec.longs()).increment(1);
            }
            assertEquals(2, opened());
        }
    }

    @Test
    void aSpaceThatAnotherClientDroppedAndCreatedAgainIsOpenedAnew() {
        try (PaxosStore store = cluster.connect();
                PaxosStore other = cluster.connect()) {
            KeyValue<String, String> old = FakeCluster.open(store);
            old.put("k", "old");
            other.dropSpace("test");
            other.createSpace("test");
            FakeCluster.open(other).put("k", "new");
            KeyValue<String, String> fresh;
            do { // until a node has told this client, too
                fresh = FakeCluster.open(store);
            } while (fresh.space().id() == old.space().id());
            assertEquals(Optional.of("new"), fresh.get("k"));
            NotDoneException refused = assertThrows(NotDoneException.class, () -> old.get("k"));
            assertEquals(NotDoneException.Reason.UNKNOWN_SPACE, refused.reason());
            assertThrows(NotDoneException.class, () -> old.put("k", "into nothing"));
            assertEquals(Optional.of("new"), fresh.get("k"));
        }
    }

    @Test
    void aServerThatTellsNoVersionsIsAskedEachTime() {
        cluster.refuse(Request.FollowCatalog.class, FailureCode.BAD_REQUEST, "No such type.");
        try (PaxosStore store = cluster.connect()) {
            for (int i = 0; i < 5; i++) {
                FakeCluster.open(store).put("k", "v" + i);
            }
            assertEquals(5, opened());
        }
    }

    @Test
    void withoutAMajorityWhatANodeKnowsIsOpened() {
        try (PaxosStore store = cluster.connect()) {
            FakeCluster.open(store).put("k", "v");
        }
        loseMajority();
        ClientOptions.Builder options = ClientOptions.builder().deadline(Duration.ofSeconds(20));
        try (PaxosStore store = cluster.connect(options)) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            assertEquals(Optional.of("v"), kv.with(LOCAL).get("k"));
        }
        cluster.seen.clear();
        try (PaxosStore store = cluster.connect(options)) {
            assertEquals(
                    Optional.of("v"),
                    store.keyValue("test", Codec.utf8(), Codec.utf8(), LOCAL).get("k"));
            assertEquals(1, opened(), "LOCAL reads do not wait for a majority");
            NotDoneException e =
                    assertThrows(
                            NotDoneException.class,
                            () -> store.keyValue("other", Codec.utf8(), Codec.utf8()));
            assertEquals(NotDoneException.Reason.DEADLINE, e.reason());
            assertTrue(e.toString().contains("No majority"), e.toString());
        }
    }

    @Test
    void anAnswerThatIsOlderThanWhatWasHeardIsNotKept() throws InterruptedException {
        try (PaxosStore store = cluster.connect()) {
            cluster.awaitRequest(Request.FollowCatalog.class);
            var unused = store.listSpaces();
            cluster.seen.clear();
            for (int id = 1; id <= 3; id++) {
                cluster.node(id)
                        .behave((link, request) -> {
                            if (request instanceof Request.OpenSpace) {
                                // The catalog changes while the answer is on its way.
                                link.send(new Response.CatalogVersion(0, 50 + opened()));
                            }
                            link.serve(request);
                        });
            }
            var first = FakeCluster.open(store);
            var second = FakeCluster.open(store);
            assertEquals(first.space(), second.space());
            assertEquals(2, opened());
        }
    }
}
