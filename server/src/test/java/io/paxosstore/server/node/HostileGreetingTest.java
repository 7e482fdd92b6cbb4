package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.front.binary.ClientPort;
import io.paxosstore.server.peer.Greeting;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Greetings of strangers, damaged ones and old ones; the real node connects afterwards. */
final class HostileGreetingTest {
    private static final UUID FORGED = new UUID(66, 6);
    private static final int REFUSED = 3;

    private final MemoryStorage.Disks disks = new MemoryStorage.Disks();
    private EmbeddedCluster cluster;

    @BeforeEach
    void start() throws StartException {
        cluster = EmbeddedCluster.builder(3).storage(disks).start();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private Configuration node3() {
        return cluster.node(3).configuration();
    }

    private byte[] hello(UUID store, int incarnation) {
        return Greeting.hello(node3(), ClientPort.CONFIG_EPOCH, store, incarnation, 42);
    }

    /** Sends a frame to node 1's peer port; the sentence of the refusal, empty if there is none. */
    private String send(byte[] frame) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), cluster.member(1).peerPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(frame);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] answer = new byte[in.readInt()];
            in.readFully(answer);
            assertEquals(REFUSED, answer[0]);
            int length = (answer[1] & 0x7f) | (answer[1] < 0 ? answer[2] << 7 : 0);
            return new String(answer, answer[1] < 0 ? 3 : 2, length, StandardCharsets.UTF_8);
        } catch (EOFException | SocketException e) {
            return "";
        }
    }

    private Remembered remembered() {
        return disks.disk(1).peers().remembered(3);
    }

    private void theRealNodeConnects() throws Exception {
        cluster.node(3).kill();
        cluster.node(3).start();
        cluster.awaitReady();
        assertEquals(disks.disk(3).storeId(), remembered().storeId());
        assertEquals(disks.disk(3).incarnation(), remembered().incarnation());
    }

    @Test
    void aStrangerIsNotTakenForANodeThatIsDown() throws Exception {
        cluster.node(3).kill();
        Remembered before = remembered();
        String sentence = send(hello(FORGED, 100_000_000));
        assertTrue(
                sentence.startsWith(
                        "Its greeting is not confirmed: node 3 at "
                                + cluster.member(3).peerAddress()
                                + " "),
                sentence);
        assertEquals(before, remembered());
        assertEquals(Standing.WHOLE, disks.disk(1).standing());
        theRealNodeConnects();
    }

    @Test
    void aStrangerIsNotTakenForANodeThatIsUp() throws Exception {
        Remembered before = remembered();
        String reason =
                "Its greeting is not confirmed: node 3 at "
                        + cluster.member(3).peerAddress()
                        + " says there: no such greeting is under way; check the address of node"
                        + " 3 in cluster.nodes.";
        assertEquals(reason, send(hello(FORGED, 100_000_000)));
        assertEquals(
                reason,
                send(hello(disks.disk(3).storeId(), disks.disk(3).incarnation())),
                "a greeting that was sent once");
        assertEquals(before, remembered());
        theRealNodeConnects();
    }

    /** At another address it would be dialled back there, and voted without what it forgot. */
    @Test
    void aCopyOfANodeThatRunsDoesNotGetItsAddress() throws Exception {
        cluster.awaitReady();
        for (int asked = 1; asked <= 2; asked++) {
            assertEquals(
                    "Node 3 is connected from where it was; stop it there first, and start no copy"
                            + " of its directory while it runs.",
                    sentence(joinFromElsewhere(asked)));
        }
        assertTrue(sentence(joinFromElsewhere(3)).startsWith("Node id 3 is that of the node at "));
        cluster.node(3).kill();
        RejoinTest.await(
                "it is let in where it has moved to",
                () -> joinFromElsewhere(1) instanceof Response.Joined);
    }

    private static String sentence(Response answer) {
        return answer instanceof Response.Failure failure ? failure.sentence() : "";
    }

    private Response joinFromElsewhere(int asked) {
        ClusterNode there = node3().joining();
        ClusterNode elsewhere =
                new ClusterNode(
                        3,
                        there.host(),
                        1001,
                        1002,
                        1003,
                        there.zone(),
                        there.miniCluster(),
                        there.membership(),
                        there.weight());
        try (WireClient client = new WireClient("127.0.0.1", cluster.member(asked).clientPort())) {
            client.hello(Wire.PROTOCOL_VERSION);
            return client.call(new Request.Join(2, 5000, disks.disk(3).storeId(), elsewhere));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aGreetingWithAFlippedBitLeavesNothingBehind() throws Exception {
        Remembered before = remembered();
        byte[] hello = hello(disks.disk(3).storeId(), disks.disk(3).incarnation());
        for (int at = Integer.BYTES; at < hello.length; at++) {
            byte[] flipped = hello.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            String sentence = send(flipped);
            assertTrue(
                    sentence.isEmpty() || sentence.contains("version"),
                    () -> "only the version is read before the checksum: " + sentence);
            assertEquals(before, remembered(), "byte " + at);
        }
        theRealNodeConnects();
    }

    @Test
    void anEmptyDirectoryHealsAnIncarnationThatWasNeverLived() throws Exception {
        cluster.node(3).kill();
        int never = 100_000_000;
        disks.disk(1).peers().raise(3, never);
        disks.disk(2).peers().raise(3, never + 5);
        disks.wipe(3);
        cluster.node(3).start();
        RejoinTest.await("the node to be whole", () -> RejoinTest.isWhole(cluster, 3));
        cluster.awaitReady();
        assertTrue(disks.disk(3).incarnation() > never + 5);
    }
}
