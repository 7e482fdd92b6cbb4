package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterChangeCodec;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.topology.NodeMoves;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Changes of the cluster go to any node, and are safe to send again. */
@Timeout(60)
final class ClusterMembersTest {
    private static final ClusterChange DRAIN = new ClusterChange.Drain(3);
    private static final ClusterMoves MOVES =
            new ClusterMoves(7, 1, 0, 1, List.of(new NodeMoves(3, 1, 0, 1)));

    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store =
            cluster.connect(ClientOptions.builder().deadline(Duration.ofSeconds(30)));
    private final ClusterMembers members = store.members();

    /** What the nodes were asked, and what each says, one after the other. */
    private final List<Request.ChangeMembers> asked =
            Collections.synchronizedList(new ArrayList<>());

    private final List<Request.Balance> balanced = Collections.synchronizedList(new ArrayList<>());

    private final List<FailureCode> failures = Collections.synchronizedList(new ArrayList<>());

    @BeforeEach
    void answer() {
        for (int node = 1; node <= 3; node++) {
            cluster.node(node).behave(this::handle);
        }
    }

    private void handle(FakeNode.Link link, Request request) throws IOException {
        if (request instanceof Request.ChangeMembers change) {
            asked.add(change);
            link.send(
                    failures.isEmpty()
                            ? new Response.MembersChanged(change.correlation(), MOVES)
                            : FakeCluster.failure(change, failures.remove(0), "So it is."));
        } else if (request instanceof Request.Balance balance) {
            balanced.add(balance);
            link.send(
                    failures.isEmpty()
                            ? new Response.Balanced(
                                    balance.correlation(),
                                    "{\"ü\":2}".getBytes(StandardCharsets.UTF_8))
                            : FakeCluster.failure(balance, failures.remove(0), "So it is."));
        } else if (request instanceof Request.ShowTopology show) {
            link.send(
                    new Response.TopologyShown(
                            show.correlation(), "{\"ü\":1}".getBytes(StandardCharsets.UTF_8)));
        } else {
            link.serve(request);
        }
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    @Test
    void theTopologyIsShown() {
        assertEquals("{\"ü\":1}", members.show());
        assertEquals("{\"ü\":1}", members.showAsync().join());
    }

    @Test
    void aTrialIsSentAsOne() {
        assertEquals(MOVES, members.change(DRAIN, true));
        assertTrue(asked.get(0).isTrial());
        assertFalse(asked.get(0).isRepeat());
        assertEquals(DRAIN, ClusterChangeCodec.decode(asked.get(0).change()));
    }

    /** So that a node which finds it done says so. */
    @Test
    void aChangeThatMayBeDoneIsSentAgainAsARepeat() {
        failures.add(FailureCode.UNKNOWN_OUTCOME);
        assertEquals(MOVES, members.change(DRAIN, false));
        assertEquals(2, asked.size());
        assertFalse(asked.get(0).isRepeat());
        assertTrue(asked.get(1).isRepeat());
    }

    @Test
    void evenedOutLoadsAreShownAndSentAgainAsARepeat() {
        assertEquals("{\"ü\":2}", members.balance(true));
        assertTrue(balanced.get(0).isTrial());
        failures.add(FailureCode.UNKNOWN_OUTCOME);
        assertEquals("{\"ü\":2}", members.balanceAsync(false).join());
        assertFalse(balanced.get(1).isTrial());
        assertFalse(balanced.get(1).isRepeat());
        assertTrue(balanced.get(2).isRepeat());
    }

    @Test
    void aRefusalIsFinal() {
        failures.add(FailureCode.REFUSED);
        NotDoneException refused =
                assertThrows(NotDoneException.class, () -> members.change(DRAIN, false));
        assertEquals(NotDoneException.Reason.REFUSED, refused.reason());
        assertTrue(
                String.valueOf(refused.getMessage())
                        .startsWith("The change of the cluster was not done: So it is (sent to "),
                refused.getMessage());
        assertEquals(1, asked.size());
    }

    /** The first attempt may be done, or may still be: nobody can say that it is not. */
    @Test
    void aRefusalAfterAnAttemptThatMayBeDoneIsNoCertainty() {
        failures.add(FailureCode.UNKNOWN_OUTCOME);
        failures.add(FailureCode.REFUSED);
        assertThrows(OutcomeUnknownException.class, () -> members.change(DRAIN, false));
    }

    @Test
    void theLongestTextIsSentAndALongerOneIsASentence() {
        ClusterChange longest =
                new ClusterChange.Readdress(3, "\u20ac".repeat(253), 7400, 7401, 7402);
        assertEquals(MOVES, members.change(longest, false));
        assertEquals(longest, ClusterChangeCodec.decode(asked.get(0).change()));
        IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                members.change(
                                        new ClusterChange.Relocate(3, "z".repeat(2000), 0), false));
        assertEquals("The zone has 2000 characters; write at most 64.", refused.getMessage());
        assertEquals(MOVES, members.change(DRAIN, true), "the client goes on");
    }

    @Test
    void aNegativeNumberIsNotEvenSent() {
        assertThrows(
                IllegalArgumentException.class,
                () -> members.change(new ClusterChange.Drain(-3), false));
        assertTrue(asked.isEmpty());
    }
}
