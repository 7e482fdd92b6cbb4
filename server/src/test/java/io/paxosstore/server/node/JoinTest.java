package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationException;
import io.paxosstore.server.config.ConfigurationLoader;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.embedded.EmbeddedNode;
import io.paxosstore.server.net.PortReservation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node comes to a running cluster: everybody knows it, it serves, and it finds back. */
final class JoinTest {
    private static final Node.Options OPTIONS =
            new Node.Options(DirectoryStorage::open, true, failure -> {});

    @TempDir private Path directory = Path.of("set by JUnit");

    private EmbeddedCluster start(int nodes) throws StartException {
        return EmbeddedCluster.builder(nodes).directory(directory).start();
    }

    /** Where clients are told that the nodes are, by one of them. */
    private static List<String> nodesOf(String host, int port) {
        try (WireClient client = new WireClient(host, port)) {
            return ((Response.Welcome) client.hello(Wire.PROTOCOL_VERSION))
                    .nodes().stream().map(NodeAddress::hostAndPort).toList();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> nodesOf(EmbeddedNode node) {
        return nodesOf(node.member().host(), node.member().clientPort());
    }

    private static List<String> addresses(EmbeddedCluster cluster) {
        return cluster.nodes().stream().map(node -> node.member().clientAddress()).toList();
    }

    private static PaxosStore connect(String address) {
        return PaxosStore.connect(
                address, ClientOptions.builder().deadline(Duration.ofSeconds(20)).build());
    }

    /** What a node is started with, with some of it changed; null takes it away. */
    private static Configuration changed(Configuration own, Map<String, String> changes)
            throws Exception {
        ConfigurationLoader loader = new ConfigurationLoader();
        for (String line : own.print().lines().toList()) {
            String key = line.substring(0, line.indexOf(':'));
            String value = line.substring(line.indexOf(':') + 1, line.lastIndexOf('#')).strip();
            if (!value.isEmpty() && !changes.containsKey(key)) {
                loader.set(key, value);
            }
        }
        changes.forEach((key, value) -> {
            if (!value.isEmpty()) {
                loader.set(key, value);
            }
        });
        return loader.load();
    }

    private static void awaitReady(Node node, int peers) throws InterruptedException {
        RejoinTest.await(
                "the node to be ready",
                () -> node.notReadyReasons().isEmpty() && node.peersConnected() == peers);
    }

    @Test
    void aNodeThatJoinsIsInEverybodysListAndServes() throws Exception {
        try (EmbeddedCluster cluster = start(3)) {
            EmbeddedNode joined =
                    cluster.join(Map.of("node.zone", "east", "node.mini-cluster", "2"));
            assertEquals(4, joined.member().id());
            for (EmbeddedNode node : cluster.nodes()) {
                RejoinTest.await(
                        "its list to be the cluster's",
                        () -> nodesOf(node).equals(addresses(cluster)));
                assertEquals(3, node.peersConnected());
            }
            RejoinTest.await(
                    "its figure",
                    () ->
                            cluster.node(1)
                                    .metrics()
                                    .contains(
                                            "paxosstore_peer_missing_seconds{address=\""
                                                    + joined.member().peerAddress()
                                                    + "\",node=\"4\"}"));
            try (PaxosStore store = connect(joined.member().clientAddress())) {
                store.createSpace("kv");
                KeyValue<String, String> kv = RejoinTest.open(store, "kv");
                for (int i = 0; i < 20; i++) {
                    kv.put("k" + i, "v" + i);
                    assertEquals(Optional.of("v" + i), kv.get("k" + i));
                }
            }
            KnownNodes known = known(4);
            assertEquals(List.of(1, 2, 3), known.founderIds());
            ClusterNode self = known.nodes().get(3);
            assertEquals("east", self.zone());
            assertEquals(2, self.miniCluster());
            RejoinTest.await("node 2 to keep it", () -> known(2).nodes().size() == 4);
        }
    }

    private KnownNodes known(int node) {
        try {
            KnownNodes known = KnownNodes.peek(FileSystem.real(), directory.resolve("node" + node));
            return known == null ? new KnownNodes(List.of(), null) : known;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void itFindsBackWithoutBeingToldAndFromAnotherAddress() throws Exception {
        try (EmbeddedCluster cluster = start(3);
                PortReservation client = PortReservation.onLoopback();
                PortReservation peer = PortReservation.onLoopback();
                PortReservation admin = PortReservation.onLoopback()) {
            EmbeddedNode joined = cluster.join(Map.of());
            Configuration own = joined.configuration();
            joined.stop();
            try (Node again = Node.start(changed(own, Map.of("cluster.join", "")), OPTIONS)) {
                awaitReady(again, 3);
            }
            String address = "127.0.0.1:" + client.port() + ":" + peer.port() + ":" + admin.port();
            Configuration moved = changed(own, Map.of("cluster.join", "", "node.address", address));
            try (Node again = Node.start(moved, OPTIONS)) {
                awaitReady(again, 3);
                String told = "127.0.0.1:" + client.port();
                for (int id = 1; id <= 3; id++) {
                    EmbeddedNode node = cluster.node(id);
                    RejoinTest.await("its new address", () -> nodesOf(node).get(3).equals(told));
                }
            }
        }
    }

    @Test
    void whoeverLostItsDirectoryJoinsAgainAndNobodyElseTakesItsId() throws Exception {
        try (EmbeddedCluster cluster = start(3)) {
            EmbeddedNode joined = cluster.join(Map.of());
            joined.stop();
            DiskLossTest.delete(directory.resolve("node4"));
            Configuration other =
                    changed(joined.configuration(), Map.of("node.address", "elsewhere:7400"));
            String refused =
                    String.valueOf(
                            assertThrows(StartException.class, () -> StartNodes.find(other))
                                    .getMessage());
            assertTrue(refused.contains("Node id 4 is that of the node at 127.0.0.1:"), refused);
            Configuration stranger =
                    changed(joined.configuration(), Map.of("cluster.id", "another"));
            refused =
                    String.valueOf(
                            assertThrows(StartException.class, () -> StartNodes.find(stranger))
                                    .getMessage());
            assertTrue(
                    refused.contains(
                            "is of cluster 'paxosstore', but this one is to join 'another':"
                                    + " correct cluster.join or cluster.id."),
                    refused);
            joined.start();
            cluster.awaitReady();
        }
    }

    @Test
    void aClusterThatMovedAsAWholeFindsItselfByEditedConfigurations() throws Exception {
        try (EmbeddedCluster cluster = start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            RejoinTest.open(store, "kv").put("k", "v");
            RejoinTest.await("node 1 to keep the list", () -> known(1).version() > 0);
        }
        try (EmbeddedCluster cluster = start(3);
                PaxosStore store = RejoinTest.connect(cluster)) {
            assertEquals(Optional.of("v"), RejoinTest.open(store, "kv").get("k"));
            for (EmbeddedNode node : cluster.nodes()) {
                RejoinTest.await(
                        "the list to have the new addresses",
                        () -> nodesOf(node).equals(addresses(cluster)));
            }
        }
    }

    /** As a directory of before has none, and so one whose file is damaged beyond reading. */
    @Test
    void aLostListOfNodesIsMadeAgain() throws Exception {
        try (EmbeddedCluster cluster = start(3)) {
            EmbeddedNode joined = cluster.join(Map.of());
            for (int id = 1; id <= 4; id++) {
                cluster.node(id).stop();
                Files.delete(directory.resolve("node" + id).resolve("MEMBERS"));
                cluster.node(id).start();
                cluster.awaitReady();
                int restarted = id;
                RejoinTest.await(
                        "the list to be kept again", () -> known(restarted).nodes().size() == 4);
            }
            assertEquals(List.of(1, 2, 3), known(4).founderIds());
            joined.stop();
            Files.delete(directory.resolve("node4").resolve("MEMBERS"));
            ConfigurationException refused =
                    assertThrows(
                            ConfigurationException.class,
                            () -> changed(joined.configuration(), Map.of("cluster.join", "")));
            assertTrue(
                    refused.problems().getFirst().startsWith("cluster.nodes: a value is required"),
                    refused.problems()::toString);
        }
    }

    @Test
    void editedFoundersAreRefusedOnWhoeverJoinedToo() throws Exception {
        try (EmbeddedCluster cluster = start(3)) {
            EmbeddedNode joined = cluster.join(Map.of());
            joined.stop();
            Configuration edited =
                    changed(
                            joined.configuration(),
                            Map.of("cluster.nodes", "1=a:7400,2=b:7400,4=d:7400"));
            assertEquals(
                    "cluster.nodes names nodes 1, 2, 4, but the cluster that this node has joined"
                            + " was founded by nodes 1, 2, 3: put the founders back, or leave"
                            + " cluster.nodes out; members are changed with `paxosstore members`.",
                    assertThrows(StartException.class, () -> Node.start(edited, OPTIONS))
                            .getMessage());
            Configuration founder = cluster.node(3).configuration();
            cluster.node(3).stop();
            Configuration other =
                    changed(founder, Map.of("cluster.nodes", "1=a:7400,3=127.0.0.1:7400,4=d:7400"));
            assertEquals(
                    "cluster.nodes names nodes 1, 3, 4, but the cluster of the store in "
                            + directory.resolve("node3")
                            + " was founded by nodes 1, 2, 3: put the founders back (their hosts"
                            + " and ports may change); members are changed with `paxosstore"
                            + " members`.",
                    assertThrows(StartException.class, () -> Node.start(other, OPTIONS))
                            .getMessage());
        }
    }

    @Test
    void nobodyToJoinIsSaidInOneSentence() throws Exception {
        try (PortReservation nobody = PortReservation.onLoopback()) {
            Configuration lonely =
                    new ConfigurationLoader()
                            .set("cluster.join", "127.0.0.1:" + nobody.port())
                            .set("node.id", "4")
                            .set("node.address", "127.0.0.1:7400")
                            .set("node.directory", directory.resolve("node4").toString())
                            .load();
            Joiner joiner = new Joiner("c", Request.Join.NO_STORE, lonely.joining(), Duration.ZERO);
            String refused =
                    String.valueOf(
                            assertThrows(
                                            StartException.class,
                                            () ->
                                                    joiner.join(
                                                            List.of(
                                                                    new Contact(
                                                                            "127.0.0.1",
                                                                            nobody.port()))))
                                    .getMessage());
            assertTrue(
                    refused.startsWith(
                            "Node 4 has joined no cluster in 0 s; check cluster.join, and that a"
                                    + " majority of the cluster's nodes run: 127.0.0.1:"),
                    refused);
        }
    }

    private String refusal(Map<String, String> settings) throws Exception {
        ConfigurationLoader loader = new ConfigurationLoader();
        loader.set("node.directory", directory.resolve("new").toString());
        settings.forEach(loader::set);
        Configuration configuration = loader.load();
        return String.valueOf(
                assertThrows(StartException.class, () -> StartNodes.find(configuration))
                        .getMessage());
    }

    @Test
    void aNewDirectoryFoundsOrJoinsButNotBoth() throws Exception {
        Path fresh = directory.resolve("new");
        assertEquals(
                "cluster.nodes and cluster.join are both set, and the directory "
                        + fresh
                        + " is new: set cluster.nodes to found a cluster, or cluster.join to join"
                        + " one.",
                refusal(
                        Map.of(
                                "cluster.nodes",
                                "1=a:7400",
                                "cluster.join",
                                "b:7400",
                                "node.id",
                                "1")));
        assertEquals(
                "node.id 2 is not among the ids of cluster.nodes, and the directory "
                        + fresh
                        + " has joined no cluster: set cluster.join in place of cluster.nodes to"
                        + " join one.",
                refusal(
                        Map.of(
                                "cluster.nodes",
                                "1=a:7400",
                                "node.id",
                                "2",
                                "node.address",
                                "b:7400")));
    }
}
