package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.TopologyHead;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A client knows where slots and nodes are now, whatever it was told first. */
@Timeout(60)
final class TopologyRoutingTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final FakeCluster cluster = new FakeCluster(4);

    /**
     * Without a topology it prefers node 3, then 4, then 1, which the clients here begin at; then
     * none is sent to node 2, which the first topology prefers.
     */
    private final String key = cluster.keyOf(3);

    private final int slot = Slots.of(key.getBytes(StandardCharsets.UTF_8));
    private final List<FakeNode> extra = new ArrayList<>();
    private final List<PaxosStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(PaxosStore::close);
        extra.forEach(FakeNode::close);
        cluster.close();
    }

    private List<FakeNode> nodes(int count) {
        List<FakeNode> nodes = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            nodes.add(cluster.node(id));
        }
        return nodes;
    }

    private static ClientOptions.Builder options() {
        return ClientOptions.builder()
                .deadline(LONG)
                .attemptTimeout(Duration.ofSeconds(20))
                .silenceTimeout(LONG)
                .closeTimeout(Duration.ofMillis(50));
    }

    private KeyValue<String, String> connect(String addresses, ClientOptions.Builder options) {
        PaxosStore store = PaxosStore.connect(addresses, options.build());
        stores.add(store);
        return FakeCluster.open(store);
    }

    private KeyValue<String, String> connect() {
        return connect(cluster.node(1).address(), options());
    }

    private PaxosStore store() {
        return stores.get(0);
    }

    /** Writes until this node gets the first attempt: what was told arrives at some time. */
    private void awaitWritesAt(KeyValue<String, String> kv, int nodeId)
            throws InterruptedException {
        int at;
        do {
            kv.put(key, "x");
            at = firstAttempt(Request.KvWrite.class);
        } while (at != nodeId);
        kv.put(key, "x");
        assertEquals(nodeId, firstAttempt(Request.KvWrite.class));
    }

    /** The node that the oldest request of this type came to; later ones are forgotten. */
    private int firstAttempt(Class<? extends Request> type) throws InterruptedException {
        int nodeId = cluster.awaitRequest(type).nodeId();
        cluster.seen.clear();
        return nodeId;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void requestsGoToTheVotersInTheirOrder() throws InterruptedException {
        cluster.topology.begin(nodes(4), List.of(2, 3, 4));
        KeyValue<String, String> kv = connect();
        awaitWritesAt(kv, 2);
        cluster.topology.reorder(slot, List.of(3, 4, 2));
        awaitWritesAt(kv, 3);
        cluster.topology.move(slot, List.of(1, 2, 4));
        awaitWritesAt(kv, 1);
        cluster.node(1).close();
        awaitWritesAt(kv, 2);
    }

    /** One voter cut off is replaced by the next; none but they work on the slot. */
    @Test
    void otherNodesPassOnWhatNoVoterTakes() throws InterruptedException {
        cluster.topology.begin(nodes(4), List.of(2, 3, 4));
        KeyValue<String, String> kv = connect();
        awaitWritesAt(kv, 2);
        cluster.node(2).close();
        cluster.node(3).close();
        awaitWritesAt(kv, 4);
        cluster.node(4).close();
        awaitWritesAt(kv, 1);
        cluster.node(3).restart();
        awaitWritesAt(kv, 3);
    }

    @Test
    void theTopologyIsAskedForOnceAndThenWhatIsNewer() throws InterruptedException {
        cluster.topology.begin(nodes(4), List.of(1, 2, 3));
        connect(cluster.addresses(), options());
        Set<Integer> asked = new HashSet<>();
        int whole = 0;
        while (asked.size() < 4) {
            FakeCluster.Seen seen = cluster.awaitRequest(Request.FollowTopology.class);
            Request.FollowTopology request = (Request.FollowTopology) seen.request();
            asked.add(seen.nodeId());
            whole += request.headVersion() == 0 ? 1 : 0;
            assertEquals(
                    Collections.nCopies(64, request.headVersion()),
                    request.pageVersions(),
                    "all or nothing");
        }
        assertEquals(1, whole);
    }

    /** Node 1 is of an earlier release, node 2 does not know the topology yet. */
    @Test
    void aNodeThatTellsNothingIsNotWaitedFor() throws InterruptedException {
        KeyValue<String, String> kv = connect(cluster.addresses(), options());
        cluster.awaitRequest(Request.FollowTopology.class);
        kv.put(key, "x");
        await(() ->
                store().nodes().stream()
                        .allMatch(node -> node.status() == NodeState.Status.CONNECTED));
        cluster.topology.begin(nodes(4), List.of(2, 1, 4));
        cluster.node(2)
                .behave((link, request) -> {
                    if (!(request instanceof Request.FollowTopology)) {
                        link.serve(request);
                    }
                });
        awaitWritesAt(kv, 2);
    }

    @Test
    void aNewNodeIsConnectedAndGetsItsSlots() throws InterruptedException {
        cluster.topology.begin(nodes(3), List.of(2, 1, 3));
        KeyValue<String, String> kv = connect();
        awaitWritesAt(kv, 2);
        FakeNode five = cluster.add(0);
        cluster.topology.change(cluster.topology.head().with(FakeTopology.node(five, "z")));
        cluster.topology.move(slot, List.of(5, 2, 3));
        awaitWritesAt(kv, 5);
        assertEquals(List.of(1, 2, 3, 5), store().nodes().stream().map(NodeState::nodeId).toList());
    }

    @Test
    void callsAtANodeThatIsDroppedGoOnElsewhere() throws Exception {
        cluster.topology.begin(nodes(4), List.of(2, 1, 3));
        KeyValue<String, String> kv = connect();
        awaitWritesAt(kv, 2);
        CountDownLatch arrived = new CountDownLatch(1);
        cluster.node(2).behave((link, request) -> arrived.countDown());
        CompletableFuture<Long> write = kv.putAsync(key, "y");
        arrived.await();
        cluster.topology.change(cluster.topology.head().with(removed(cluster.node(2))));
        write.get(20, TimeUnit.SECONDS);
        assertEquals(Optional.of("y"), kv.get(key));
        assertEquals(List.of(1, 3, 4), store().nodes().stream().map(NodeState::nodeId).toList());
    }

    private static ClusterNode removed(FakeNode node) {
        return FakeTopology.node(node, "z").as(Membership.REMOVED);
    }

    @Test
    void aNodeWithAnotherAddressIsConnectedThere() throws InterruptedException {
        cluster.topology.begin(nodes(4), List.of(2, 1, 3));
        KeyValue<String, String> kv = connect();
        awaitWritesAt(kv, 2);
        FakeNode moved = new FakeNode(cluster, 2, 0);
        extra.add(moved);
        CountDownLatch served = new CountDownLatch(1);
        moved.behave((link, request) -> {
            if (request instanceof Request.KvWrite) {
                served.countDown();
            }
            link.serve(request);
        });
        cluster.topology.change(cluster.topology.head().with(FakeTopology.node(moved, "z")));
        await(() -> store().nodes().get(1).address().equals(moved.address()));
        while (served.getCount() > 0) {
            kv.put(key, "x");
        }
        cluster.node(2).close();
        cluster.seen.clear();
        awaitWritesAt(kv, 2);
    }

    /** All nodes it knew were replaced while it was away; one has the address of an old one. */
    @Test
    void seedsLeadBackIntoAClusterThatWasReplaced() throws InterruptedException {
        cluster.topology.begin(nodes(3), List.of(2, 1, 3));
        KeyValue<String, String> kv = connect();
        awaitWritesAt(kv, 2);
        for (int id = 1; id <= 4; id++) {
            cluster.node(id).close();
        }
        TopologyHead head = cluster.topology.head();
        for (int id = 1; id <= 3; id++) {
            head = head.with(removed(cluster.node(id)));
        }
        FakeNode six = new FakeNode(cluster, 6, 0);
        extra.add(six);
        head = head.with(FakeTopology.node(six, "z"));
        cluster.topology.change(head);
        cluster.topology.move(slot, List.of(6));
        FakeNode five = cluster.add(cluster.node(1).port());
        cluster.topology.change(head.with(FakeTopology.node(five, "z")));
        awaitWritesAt(kv, 6);
        assertEquals(List.of(5, 6), store().nodes().stream().map(NodeState::nodeId).toList());
    }

    /** The topology has an old address of node 2, behind which something hangs. */
    @Test
    void aNodeIsTakenWhereItAnswersFirst() throws InterruptedException {
        cluster.topology.begin(List.of(cluster.node(2)), List.of(2));
        FakeNode seed = new FakeNode(cluster, 2, 0);
        extra.add(seed);
        KeyValue<String, String> kv =
                connect(seed.address(), options().deadline(Duration.ofSeconds(4)));
        await(() -> store().nodes().size() == 1);
        CountDownLatch hangs = new CountDownLatch(1);
        cluster.node(2).behave((link, request) -> hangs.countDown());
        seed.close();
        hangs.await();
        seed.restart();
        kv.put(key, "y");
        assertEquals(Optional.of("y"), kv.get(key));
    }

    @Test
    void localReadsPreferTheClientsZone() throws InterruptedException {
        cluster.topology.begin(nodes(4), List.of(2, 1, 3), node -> "zone-" + node.id);
        KeyValue<String, String> kv = connect(cluster.node(1).address(), options().zone("zone-3"));
        awaitWritesAt(kv, 2);
        KeyValue<String, String> local = kv.with(CallOptions.DEFAULT.readMode(ReadMode.LOCAL));
        do {
            assertEquals(Optional.of("x"), local.get(key));
        } while (firstAttempt(Request.KvRead.class) != 3);
        assertEquals(Optional.of("x"), kv.get(key));
        assertEquals(2, firstAttempt(Request.KvRead.class), "not LOCAL");
        cluster.topology.move(slot, List.of(2, 4, 1));
        do {
            assertEquals(Optional.of("x"), local.get(key));
        } while (firstAttempt(Request.KvRead.class) != 2);
    }

    @Test
    void zonesAreNamedAsTheNodesAre() {
        IllegalArgumentException e =
                assertThrows(
                        IllegalArgumentException.class, () -> ClientOptions.builder().zone("A 1"));
        assertEquals("The zone is \"A 1\"; write 1 to 64 of a-z, 0-9, _ and -.", e.getMessage());
    }

    /** What a call was refused by, and by whom, is kept by these numbers. */
    @Test
    void nodesKeepTheirIndicesAndNeverShareOne() {
        Members members = new Members();
        members.replace(addresses(1, 3, 5), 0);
        Node three = members.at(1);
        List<Node> left = members.replace(addresses(2, 3, 4, 6), 0);
        assertEquals(List.of(1, 5), left.stream().map(node -> node.address.nodeId()).toList());
        assertEquals(three, members.find(3));
        assertEquals(4, members.all().stream().map(node -> node.index).distinct().count());
        assertEquals(1, three.index);
        left = members.replace(List.of(new NodeAddress(3, "elsewhere", 1)), 0);
        assertEquals(4, left.size(), "another address is another node");
    }

    private static List<NodeAddress> addresses(int... ids) {
        List<NodeAddress> addresses = new ArrayList<>();
        for (int id : ids) {
            addresses.add(new NodeAddress(id, "h" + id, 7400));
        }
        return addresses;
    }
}
