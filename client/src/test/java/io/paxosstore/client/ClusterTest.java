package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Which connections the nodes have, while addresses are still being looked up. */
@Timeout(60)
final class ClusterTest {
    private final FakeCluster servers = new FakeCluster(2);
    private final Selector selector = Selector.open();

    /** What is being looked up. */
    private final List<Node> asked = new ArrayList<>();

    private final Cluster cluster =
            new Cluster(
                    List.of(seed(1), seed(2)),
                    ClientOptions.builder().build(),
                    new SplittableRandom(1),
                    asked::add,
                    0);

    ClusterTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        cluster.close();
        selector.close();
        servers.close();
    }

    private NodeAddress seed(int id) {
        return new NodeAddress(0, "localhost", servers.node(id).port());
    }

    /** The network thread's part in connections. */
    private final class Events implements Connection.Events {
        @Override
        public SilenceWatch watch(Connection connection) {
            return new SilenceWatch(connection, new TimerWheel(0), 1, 1);
        }

        @Override
        public void onWelcome(Connection connection, Response.Welcome welcome) {}

        @Override
        public void onResponse(Connection connection, Response response) {}

        @Override
        public void onClosed(Connection connection, String why, boolean passing) {
            cluster.onClosed(connection, why, passing, 0);
        }

        @Override
        public boolean encode(Attempt attempt, ByteBuffer out) {
            return false;
        }

        @Override
        public void onNoMemory(Attempt attempt, int bytes) {}
    }

    private Connection open(Node node, int serverId) throws IOException {
        Connection connection =
                Connection.open(
                        node,
                        new InetSocketAddress(
                                InetAddress.getLoopbackAddress(), servers.node(serverId).port()),
                        selector,
                        new Request.Hello(Wire.NO_CORRELATION, Wire.PROTOCOL_VERSION, 1, "test"),
                        new Events(),
                        0);
        cluster.onConnecting(node, connection);
        return connection;
    }

    private Connection greeted(Node node, int serverId) throws IOException {
        assertTrue(cluster.onResolved(node));
        Connection connection = open(node, serverId);
        assertTrue(
                cluster.onWelcome(connection, servers.welcome(Wire.NO_CORRELATION, serverId), 0));
        return connection;
    }

    @Test
    void aMemberThatHasGotAConnectionByASeedKeepsIt() throws IOException {
        cluster.maintain(0);
        assertEquals(2, asked.size());
        Node firstSeed = asked.get(0);
        Node secondSeed = asked.get(1);
        Connection first = greeted(firstSeed, 1);
        Node one = cluster.wantAll(0).get(0);
        Node two = cluster.wantAll(0).get(1);
        assertSame(first, one.connection);
        cluster.maintain(0);
        assertSame(two, asked.get(2));
        Connection second = greeted(secondSeed, 2);
        assertNotSame(secondSeed, two);
        assertSame(second, two.connection);
        assertFalse(
                cluster.onResolved(two), "it has a connection, which none may take the place of");
        assertSame(second, two.connection);
        assertFalse(second.isClosed());
        second.close("lost", true);
        asked.clear();
        cluster.maintain(Long.MAX_VALUE / 2);
        assertTrue(asked.contains(two), "it is looked up again when need be");
        assertTrue(cluster.onResolved(two));
    }
}
