package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.RateLimitedLog;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/** One shard's links to other nodes, over connections that a test opens and closes. */
final class PeerLinksTest {
    private static final int SELF = 1;
    private static final int OTHER = 2;
    private static final long SECOND = 1_000_000_000L;
    private static final UUID STORE = new UUID(1, 2);

    private final ManualScheduler scheduler = new ManualScheduler();
    private final ClusterRoom rooms = new ClusterRoom(3, () -> Room.ENOUGH, () -> 1L << 30);
    private final PeerPresence presence =
            new PeerPresence(rooms, () -> Instant.EPOCH, new int[] {OTHER, 3}, 1);
    private final PeerOptions options =
            PeerOptions.builder()
                    .sockets(2)
                    .greetingsMax(1)
                    .lazyDelayNanos(1)
                    .outgoingBytesMax(1 << 20)
                    .heartbeatNanos(SECOND)
                    .silenceNanos(SECOND)
                    .connectMillis(1000)
                    .reconnectMinNanos(1)
                    .reconnectMaxNanos(1)
                    .build();
    private final PeerLinks links = links();

    private PeerLinks links() {
        PeerLinks made =
                new PeerLinks(
                        SELF,
                        5,
                        new int[] {OTHER, 3},
                        options,
                        presence,
                        new RateLimitedLog(LoggerFactory.getLogger(PeerLinksTest.class), () -> 0));
        made.attach(LoneShard.on(scheduler));
        return made;
    }

    private static PeerHello hello(int node, int incarnation, int socket) {
        return new PeerHello(
                "c",
                1,
                new TreeMap<>(),
                node,
                STORE,
                incarnation,
                0,
                1,
                socket,
                0,
                Standing.WHOLE,
                Remembered.NOTHING,
                PeerHello.FEATURES);
    }

    private Wire open(int socket) {
        PeerHello theirs = hello(OTHER, 1, socket);
        assertTrue(links.begins(theirs));
        Wire wire = new Wire();
        PeerLink link = Objects.requireNonNull(links.link(OTHER));
        wire.stage = new PeerConnection(wire, links, link, theirs, options, (n, i) -> {}, () -> {});
        return wire;
    }

    @Test
    void aNodeCountsOnceHoweverOftenItsConnectionIsReplaced() {
        Wire stale = open(0);
        Wire fresh = open(0);
        assertTrue(stale.closed, "the other node has opened another one in its place");
        stale.end();
        assertEquals(2, presence.connected(), "this node and the other one");
        assertEquals(1, presence.peers().get(OTHER).shards());
        fresh.end();
        assertEquals(1, presence.connected());
        assertEquals(0, presence.peers().get(OTHER).shards());
        open(0);
        open(1).end();
        assertEquals(2, presence.connected(), "one of two is left");
    }

    /** The end of a connection that is this node's. */
    private static final class Wire implements PeerChannel {
        private final List<byte[]> written = new ArrayList<>();
        private PeerStage stage = new Unopened();
        private boolean closed;

        /** The connection is gone. */
        void end() {
            stage.closed();
        }

        @Override
        public void write(byte[] bytes, int length) {
            byte[] copy = new byte[length];
            System.arraycopy(bytes, 0, copy, 0, length);
            written.add(copy);
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public String address() {
            return "wire";
        }
    }

    private static final class Unopened implements PeerStage {
        @Override
        public boolean frame(byte[] bytes, int offset, int length) {
            throw new AssertionError("nothing is heard yet");
        }

        @Override
        public void closed() {
            throw new AssertionError("it is not open yet");
        }
    }
}
