package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.LocalCalls;
import io.paxosstore.node.call.Route;
import io.paxosstore.node.call.RoutedCalls;
import io.paxosstore.node.call.WireCommands;
import io.paxosstore.node.host.ClusterRoom;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.topology.NodeList;

import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;

/** One shard's links to other nodes, over connections that a test opens and closes. */
final class PeerLinksTest {
    private static final int SELF = 1;
    private static final int OTHER = 2;

    /** Behind the length of a BATCH, its type, its number, and that of what it rests on. */
    private static final int COUNT_AT = 13;

    private static final long SECOND = 1_000_000_000L;
    private static final EntityKey KEY = new EntityKey(1, new byte[] {1});
    private static final UUID STORE = new UUID(1, 2);

    private final ManualScheduler scheduler = new ManualScheduler();
    private final ClusterRoom rooms = new ClusterRoom(1, () -> Room.ENOUGH, () -> 1L << 30);
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
                PeerHello.FEATURES,
                Lives.NONE);
    }

    private static PeerHello ours(int incarnation) {
        return hello(SELF, incarnation, 0);
    }

    /** Whom connections told that they are heard, and what is to be called then. */
    private final List<Runnable> heard = new ArrayList<>();

    private final PeerNews news =
            new PeerNews() {
                @Override
                public void incarnation(int nodeId, int incarnation) {}

                @Override
                public void heardFrom(PeerHello theirs, Runnable taken) {
                    assertEquals(OTHER, theirs.nodeId());
                    heard.add(taken);
                }

                @Override
                public boolean awaitsAnotherWord(PeerHello theirs) {
                    return awaitsAnotherWord;
                }
            };

    private boolean awaitsAnotherWord;

    private Wire open(int socket) {
        return open(1, socket);
    }

    private Wire open(int incarnation, int socket) {
        PeerHello theirs = hello(OTHER, incarnation, socket);
        assertTrue(links.begins(ours(links.incarnation(SELF)), theirs));
        Wire wire = new Wire();
        PeerLink link = Objects.requireNonNull(links.link(OTHER));
        wire.stage = new PeerConnection(wire, links, link, theirs, options, news, () -> {});
        return wire;
    }

    /** Rule A1: who sends has remembered this node; its greeting may be of before that. */
    @Test
    void thatTheOtherNodeIsHeardIsToldUntilItIsTaken() {
        PeerStage connection = Objects.requireNonNull(open(0).stage);
        assertEquals(0, heard.size(), "it has greeted, and that is all");
        byte[] frame = PeerFrames.incarnations(1, links.incarnations().encoded());
        for (int i = 0; i < 2; i++) {
            assertTrue(connection.frame(frame, Integer.BYTES, frame.length - Integer.BYTES));
        }
        assertEquals(2, heard.size(), "nothing came of it the first time");
        heard.getFirst().run();
        assertTrue(connection.frame(frame, Integer.BYTES, frame.length - Integer.BYTES));
        assertEquals(2, heard.size());
    }

    /** Ids are never used again: a cluster that has had so many nodes goes on. */
    @Test
    void allIncarnationsThatAreRememberedAreToldAndTaken() {
        for (int node = OTHER; node <= Incarnations.NODES_MAX; node++) {
            links.raise(node, Integer.MAX_VALUE);
        }
        assertTrue(Incarnations.NODES_MAX > NodeList.COUNT_MAX);
        Wire wire = open(Integer.MAX_VALUE, 0);
        byte[] frame = wire.written.getFirst();
        assertTrue(frame.length < PeerFrames.FRAME_BYTES_MAX);
        PeerStage connection = Objects.requireNonNull(wire.stage);
        assertTrue(connection.frame(frame, Integer.BYTES, frame.length - Integer.BYTES));
    }

    /** Nothing but a greeting says that the other one has rebuilt its store by now. */
    @Test
    void aNewStoreGreetsAgainWhoseWordDoesNotCountYet() {
        Wire settled = open(0);
        scheduler.advance(SECOND);
        scheduler.runTasks();
        assertFalse(settled.closed);
        awaitsAnotherWord = true;
        Wire rebuilding = open(0);
        PeerStage connection = Objects.requireNonNull(rebuilding.stage);
        byte[] frame = PeerFrames.incarnations(1, links.incarnations().encoded());
        for (int second = 1; second <= 10; second++) {
            assertFalse(rebuilding.closed, "not all the time");
            scheduler.advance(SECOND);
            scheduler.runTasks();
            assertTrue(connection.frame(frame, Integer.BYTES, frame.length - Integer.BYTES));
        }
        assertTrue(rebuilding.closed);
    }

    @Test
    void aNodeCountsOnceHoweverOftenItsConnectionIsReplaced() {
        Wire stale = open(0);
        Wire fresh = open(0);
        assertTrue(stale.closed, "the other node has opened another one in its place");
        stale.end();
        assertEquals(2, presence.connected(), "this node and the other one");
        assertEquals(1, connectedShards());
        fresh.end();
        assertEquals(1, presence.connected());
        assertEquals(0, connectedShards());
        open(0);
        open(1).end();
        assertEquals(2, presence.connected(), "one of two is left");
    }

    /** What clients publish may get lost; what the nodes agree by must not for its sake. */
    @Test
    void aNoticeGoesToWhoListensThereIfThereIsRoomToSpare() {
        List<String> listened = new ArrayList<>();
        ShardLoop shard = Objects.requireNonNull(links.link(OTHER)).shard();
        PeerNotices notices = new PeerNotices(links, shard);
        notices.listen(notice -> listened.add(notice.kind() + text(notice.subject())));
        Wire wire = open(0);
        Notice notice =
                new Notice(
                        1,
                        "news".getBytes(StandardCharsets.UTF_8),
                        "hi".getBytes(StandardCharsets.UTF_8));
        notices.tell(notice);
        scheduler.runTasks();
        byte[] frame = wire.written.getLast();
        assertEquals(
                "16" + "01" + "046e657773" + "026869",
                HexFormat.of()
                        .formatHex(frame, Integer.BYTES, frame.length - PeerFrames.CHECKSUM_BYTES));
        PeerStage connection = Objects.requireNonNull(wire.stage);
        assertTrue(connection.frame(frame, Integer.BYTES, frame.length - Integer.BYTES));
        assertEquals(List.of("1news"), listened);
        int before = wire.written.size();
        wire.hasRoomToSpare = false;
        notices.tell(notice);
        scheduler.runTasks();
        assertEquals(before, wire.written.size());
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private int connectedShards() {
        return Objects.requireNonNull(presence.peers().get(OTHER)).shards();
    }

    @Test
    void aCallThatNoNodeCanTakeNowIsNotOneThatNobodyTakes() {
        List<Outcome> told = new ArrayList<>();
        Requester client = new Client(told);
        ShardLoop shard = Objects.requireNonNull(links.link(OTHER)).shard();
        links.executing(new Executing((requester, id, taken) -> {}, new WireCommands(List.of())));
        RoutedCalls calls =
                new RoutedCalls(
                        List.of(shard),
                        new LocalCalls(List.of(shard)),
                        key -> new Route.There(List.of(3, OTHER)),
                        List.of(links));
        Call read = new Call.Read(KEY, ReadMode.LINEARIZABLE, null, scheduler.nanoTime() + SECOND);
        calls.execute(client, 1, read);
        assertEquals(List.of(new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER)), told);
        Wire wire = open(0);
        calls.execute(client, 2, read);
        assertEquals(1, wire.frames(PeerFrames.FORWARD));
        wire.isWritable = false;
        calls.execute(client, 3, read);
        assertEquals(1, wire.frames(PeerFrames.FORWARD));
        assertEquals(2, told.size());
        assertEquals(new Outcome.NotDone(Outcome.Reason.OVERLOADED), told.getLast());
    }

    private record Client(List<Outcome> told) implements Requester {
        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            told.add(outcome);
        }
    }

    /** Rule A3: a vote of the old life, wanted in the turn in which the new one begins. */
    @Test
    void whatWasSaidInAnEarlierLifeIsNotSentInThisOne() {
        links.beginLife(6);
        Wire wire = open(0);
        links.send(said(5));
        links.endOfTurn();
        assertEquals(0, wire.frames(PeerFrames.BATCH));
        links.send(said(6));
        links.endOfTurn();
        assertEquals(1, wire.frames(PeerFrames.BATCH));
    }

    /** Rule A3: the life that a greeting tells of is durable before the shards begin it. */
    @Test
    void aConnectionOpensOnlyInTheLifeThatItsGreetingTold() {
        PeerHello theirs = hello(OTHER, 1, 0);
        assertFalse(links.begins(ours(6), theirs), "this shard still votes in life 5");
        assertTrue(links.begins(ours(5), theirs));
        links.beginLife(6);
        assertFalse(links.begins(ours(5), theirs));
        assertTrue(links.begins(ours(6), theirs));
        links.raise(OTHER, 2);
        assertFalse(links.begins(ours(6), theirs), "theirs is over");
    }

    /** Rule A3: what was said to a node is not given to a life of it that began after that. */
    @Test
    void whatGatheredForALifeThatIsOverIsNotGivenToTheNext() {
        open(0);
        links.send(said(5));
        Wire fresh = open(2, 1);
        links.send(new Effects.Send(OTHER, 1, KEY, new Message.Learn(1, 0), true, 5));
        links.endOfTurn();
        scheduler.advance(SECOND / 2);
        assertEquals(1, fresh.messages(), "the one that was said to it");
    }

    private static Effects.Send said(int incarnation) {
        return new Effects.Send(OTHER, 1, KEY, new Message.Learn(1, 0), false, incarnation);
    }

    /** The end of a connection that is this node's. */
    private static final class Wire implements PeerChannel {
        private final List<byte[]> written = new ArrayList<>();
        private PeerStage stage = new Unopened();
        private boolean isWritable = true;
        boolean hasRoomToSpare = true;
        private boolean closed;

        /** How many frames of a type were written. */
        long frames(int type) {
            return written.stream().filter(frame -> frame[Integer.BYTES] == type).count();
        }

        /** How many messages were written. */
        int messages() {
            return written.stream()
                    .filter(frame -> frame[Integer.BYTES] == PeerFrames.BATCH)
                    .mapToInt(frame -> ByteBuffer.wrap(frame).getInt(COUNT_AT))
                    .sum();
        }

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
            return isWritable;
        }

        @Override
        public boolean hasRoomToSpare() {
            return hasRoomToSpare;
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
