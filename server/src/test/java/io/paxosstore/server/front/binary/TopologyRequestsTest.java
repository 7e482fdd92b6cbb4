package io.paxosstore.server.front.binary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.topology.FirstTopology;
import io.paxosstore.node.topology.Part;
import io.paxosstore.node.topology.TopologyOptions;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.topology.TopologyCodec;
import io.paxosstore.protocol.topology.TopologyPage;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.TopologyPart;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.stream.IntStream;

/** What a client is told of the topology: bounded frames, changes alone, no more than it reads. */
final class TopologyRequestsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final List<ClusterNode> NODES =
            IntStream.rangeClosed(1, 3).mapToObj(TopologyRequestsTest::node).toList();
    private static final Topology FIRST = FirstTopology.everywhere(FirstVoters::order).of(NODES);

    private final Map<String, byte[]> stored = new HashMap<>();

    /** How often each was written. */
    private final Map<String, Long> versions = new HashMap<>();

    private final TestLoop topologyLoop = new TestLoop();
    private final TestLoop sessionLoop = new TestLoop();
    private final TopologyService service =
            new TopologyService(
                    FIRST.head().system().ids().getFirst(),
                    0,
                    topologyLoop,
                    this::execute,
                    new TopologyOptions(SECOND, 1, SECOND),
                    new RandomSource(1),
                    NODES,
                    FirstTopology.everywhere(FirstVoters::order),
                    () -> {});
    private final Queue<Response.TopologyNews> replies = new ArrayDeque<>();
    private boolean takesMore = true;
    private final TopologyRequests requests =
            new TopologyRequests(new Connection(), service, sessionLoop, () -> takesMore);

    private static ClusterNode node(int id) {
        return new ClusterNode(
                id,
                "10.0.0." + id,
                7400,
                7401,
                7402,
                ClusterNode.ZONE_DEFAULT,
                0,
                Membership.ACTIVE,
                ClusterNode.WEIGHT_DEFAULT);
    }

    /** Reads alone: every part is there. */
    private void execute(Requester requester, long correlation, Call call) {
        String name = new String(call.key().key(), StandardCharsets.UTF_8);
        byte[] value = Objects.requireNonNull(stored.get(name), name);
        byte[] state =
                ByteBuffer.allocate(17 + value.length)
                        .put((byte) 1)
                        .putLong(versions.getOrDefault(name, 0L))
                        .putLong(0)
                        .put(value)
                        .array();
        Outcome outcome = new Outcome.Value(0, new Outcome.Result(state));
        topologyLoop.execute(() -> requester.complete(correlation, call.operation(), outcome));
    }

    private void start() {
        store("topology/head", TopologyCodec.encode(FIRST.head()));
        store("topology/plan", TopologyCodec.encode(MovePlan.first()));
        FIRST.pages().forEach(this::store);
        service.start();
        run();
    }

    private void store(String name, byte[] value) {
        stored.put(name, value);
        versions.merge(name, 1L, Long::sum);
    }

    private void store(TopologyPage page) {
        store("topology/" + page.number(), TopologyCodec.encode(page));
    }

    private void run() {
        while (topologyLoop.run() || sessionLoop.run()) {
            // until both have nothing left
        }
    }

    private void follow(long headVersion, long pageVersion) {
        requests.follow(
                new Request.FollowTopology(
                        7, headVersion, Collections.nCopies(TopologyPage.COUNT, pageVersion)));
        run();
    }

    /** The next version of a page, of which the service hears. */
    private TopologyPage change(TopologyPage page, int slot) {
        Stable stable = (Stable) page.slot(slot);
        List<Integer> reversed = new ArrayList<>(stable.ids());
        Collections.reverse(reversed);
        TopologyPage next = page.with(List.of(new SlotChange(slot, stable.reordered(reversed))));
        store(next);
        service.heardOf(Part.page(page.number()), next.version());
        run();
        return next;
    }

    private static List<TopologyPart> parts(Response.TopologyNews news) {
        return news.parts().stream().map(TopologyPart::decode).toList();
    }

    @Test
    void whoHoldsNothingIsToldEverythingInBoundedFrames() {
        start();
        follow(0, 0);
        List<TopologyPart> all = new ArrayList<>();
        assertEquals(3, replies.size());
        for (Response.TopologyNews news : replies) {
            assertEquals(7, news.correlation());
            int bytes = news.parts().stream().mapToInt(part -> part.length).sum();
            assertTrue(bytes <= ToldTopology.BYTES_MAX, "bytes " + bytes);
            all.addAll(parts(news));
        }
        assertEquals(new TopologyPart.Head(FIRST.head()), all.removeFirst());
        assertEquals(FIRST.pages().stream().map(TopologyPart.Page::new).toList(), all);
    }

    @Test
    void whoHoldsEverythingIsAnsweredAllTheSame() {
        start();
        follow(1, 1);
        assertEquals(List.of(), replies.remove().parts());
        follow(8, 9);
        assertEquals(List.of(), replies.remove().parts());
        assertTrue(replies.isEmpty());
    }

    @Test
    void theAnswerWaitsUntilTheNodeKnows() {
        follow(0, 0);
        assertTrue(replies.isEmpty());
        start();
        assertEquals(3, replies.size());
    }

    @Test
    void changesAreToldAlone() {
        start();
        follow(1, 1);
        replies.clear();
        TopologyPage page = change(FIRST.pages().get(1), 300);
        assertEquals(
                List.of(new TopologyPart.Delta(page.changesSince(1))), parts(replies.remove()));
        store("topology/head", TopologyCodec.encode(FIRST.head().with(node(4))));
        service.heardOf(Part.HEAD, 2);
        run();
        TopologyPart.Head head =
                assertInstanceOf(TopologyPart.Head.class, parts(replies.remove()).getFirst());
        assertEquals(2, head.head().version());
        assertTrue(replies.isEmpty());
    }

    /** However often the topology changes, a connection that takes nothing has one frame. */
    @Test
    void whoReadsSlowlyIsToldOfManyChangesAsOne() {
        start();
        follow(1, 1);
        replies.clear();
        takesMore = false;
        TopologyPage page = FIRST.pages().get(1);
        for (int i = 0; i < 50; i++) {
            page = change(page, 300 + i);
        }
        assertTrue(replies.isEmpty());
        takesMore = true;
        requests.goOn();
        run();
        assertEquals(
                List.of(new TopologyPart.Delta(page.changesSince(1))), parts(replies.remove()));
        assertTrue(replies.isEmpty());
    }

    @Test
    void aConnectionThatStopsInBetweenGoesOnWhereItWas() {
        start();
        requests.follow(
                new Request.FollowTopology(7, 0, Collections.nCopies(TopologyPage.COUNT, 0L)));
        while (replies.isEmpty()) {
            var _ = topologyLoop.run() || sessionLoop.run();
        }
        takesMore = false;
        run();
        assertEquals(1, replies.size());
        takesMore = true;
        requests.goOn();
        run();
        assertEquals(3, replies.size());
    }

    @Test
    void aClosedConnectionIsToldNothing() {
        start();
        follow(1, 1);
        replies.clear();
        requests.close();
        change(FIRST.pages().get(1), 300);
        assertTrue(replies.isEmpty());
    }

    /** It says anew what it holds; what it said before does not count, nor what is under way. */
    @Test
    void whoFollowsAgainIsToldOnce() {
        start();
        follow(0, 0);
        replies.clear();
        follow(1, 1);
        replies.clear();
        change(FIRST.pages().get(1), 300);
        assertEquals(1, replies.size());
    }

    /** In one packet, so before the topology's loop has heard of the first. */
    @Test
    void nothingIsLeftOfWhoFollowsManyTimesAtOnceAndLeaves() {
        start();
        for (int i = 0; i < 3; i++) {
            requests.follow(
                    new Request.FollowTopology(i, 1, Collections.nCopies(TopologyPage.COUNT, 1L)));
        }
        requests.close();
        run();
        int before = sessionLoop.added;
        change(FIRST.pages().get(1), 300);
        assertEquals(before, sessionLoop.added, "the session is told of the change");
    }

    private static final class TestLoop implements LoopScheduler {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private int added;

        /** Runs the oldest task; false if there is none. */
        boolean run() {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
            return task != null;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public boolean inLoop() {
            return true;
        }

        @Override
        public void execute(Runnable task) {
            added++;
            tasks.add(task);
        }

        @Override
        public void afterTurn(Runnable task) {
            tasks.add(task);
        }

        /** The time stands. */
        @Override
        public Scheduled schedule(Runnable task, long delayNanos) {
            return () -> {};
        }
    }

    private final class Connection extends QuietSession {
        @Override
        public void reply(Response response) {
            replies.add((Response.TopologyNews) response);
        }

        @Override
        public long clientId() {
            return 1;
        }
    }
}
