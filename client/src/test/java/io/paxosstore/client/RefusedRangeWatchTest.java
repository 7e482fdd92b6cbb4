package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** A range watch that no node opens says so. */
@Timeout(60)
final class RefusedRangeWatchTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final String TOO_MANY =
            "There are 3 watches here, as many as watch.per-node allows.";
    private static final String UNKNOWN = "Unknown request type 42.";

    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store = cluster.connect();
    private final KeyValue<String, String> kv = FakeCluster.open(store);

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    private void refuse(int node, FailureCode code, String sentence) {
        cluster.node(node)
                .behave((link, request) -> {
                    if (request instanceof Request.WatchRange) {
                        link.send(new Response.Failure(request.correlation(), code, 0, sentence));
                    } else {
                        link.serve(request);
                    }
                });
    }

    private void open(int node) {
        cluster.node(node)
                .behave((link, request) -> {
                    if (request instanceof Request.WatchRange) {
                        link.send(
                                new Response.RangeWatched(
                                        request.correlation(),
                                        false,
                                        new HistoryPosition(node, 0, 0),
                                        60_000));
                    } else {
                        link.serve(request);
                    }
                });
    }

    private static void expectClosed(
            RangeWatch<String> watch, NotDoneException.Reason reason, String sentence) {
        RangeEvent.Closed<?> closed =
                assertInstanceOf(RangeEvent.Closed.class, watch.next(WAIT).orElseThrow());
        assertEquals(reason, closed.reason());
        assertTrue(closed.message().contains(sentence), closed.message());
    }

    @Test
    void byAllThatCanBeReached() {
        cluster.node(3).close();
        refuse(1, FailureCode.TOO_MANY_WATCHES, TOO_MANY);
        refuse(2, FailureCode.TOO_MANY_WATCHES, TOO_MANY);
        try (RangeWatch<String> watch = kv.watch("key")) {
            expectClosed(watch, NotDoneException.Reason.OVERLOADED, "watch.per-node");
        }
    }

    /** Then the others have said so before. */
    @Test
    void byAllThatCanStillBeReached() throws Exception {
        refuse(1, FailureCode.TOO_MANY_WATCHES, TOO_MANY);
        refuse(2, FailureCode.TOO_MANY_WATCHES, TOO_MANY);
        refuse(3, FailureCode.NOT_READY, "It begins.");
        try (RangeWatch<String> watch = kv.watch("key")) {
            Set<Integer> asked = new HashSet<>();
            while (asked.size() < 3) {
                asked.add(cluster.awaitRequest(Request.WatchRange.class).nodeId());
            }
            cluster.node(3).close();
            expectClosed(watch, NotDoneException.Reason.OVERLOADED, "watch.per-node");
        }
    }

    @Test
    void byNodesThatDoNotKnowSuchWatches() {
        for (int node = 1; node <= 3; node++) {
            refuse(node, FailureCode.BAD_REQUEST, UNKNOWN);
        }
        try (RangeWatch<String> watch = kv.watch("key")) {
            expectClosed(watch, NotDoneException.Reason.REFUSED, UNKNOWN);
        }
    }

    @Test
    void whereOneNodeOpensItTheOthersMayRefuse() {
        refuse(1, FailureCode.TOO_MANY_WATCHES, TOO_MANY);
        refuse(2, FailureCode.BAD_REQUEST, UNKNOWN);
        open(3);
        try (RangeWatch<String> watch = kv.watch("key")) {
            assertInstanceOf(RangeEvent.Resync.class, watch.next(WAIT).orElseThrow());
        }
    }
}
