package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Voters;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.log.StorageShard.PageVisitor;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/** The comparison of content among nodes that are plain maps: its own decisions are tested. */
final class ContentCheckTest {
    private static final long MILLI = 1_000_000L;
    private static final long SECOND = 1000 * MILLI;
    private static final int ENTITIES = 30;

    private final Map<Integer, Node> nodes = new TreeMap<>();
    private final Queue<Runnable> onTheWay = new ArrayDeque<>();
    private long nowNanos = SECOND;

    /** Told after each step. */
    private Runnable load = () -> {};

    private int lose;

    ContentCheckTest() {
        for (int id = 1; id <= 3; id++) {
            Node node = new Node(id);
            nodes.put(id, node);
            for (int i = 0; i < ENTITIES; i++) {
                node.held.put(key(i), new Held(5, "right"));
            }
        }
    }

    private static EntityKey key(int i) {
        return new EntityKey(1 << 24, ("e" + i).getBytes(StandardCharsets.UTF_8));
    }

    private record Held(long version, String content) {}

    private final class Node implements ContentHost {
        private final int id;
        private final Map<EntityKey, Held> held = new LinkedHashMap<>();
        private final List<EntityKey> quarantined = new ArrayList<>();
        private final Set<EntityKey> amnesiac = new HashSet<>();
        private final List<Task> tasks = new ArrayList<>();
        private final Counters counters = new Counters();
        private boolean up = true;
        private int incarnation = 1;
        private boolean knowsDigests = true;
        private Standing standing = Standing.WHOLE;
        private ContentCheck check;
        private ContentAnswers answers;

        Node(int id) {
            this.id = id;
            this.check = newCheck();
            this.answers = new ContentAnswers(this);
        }

        private ContentCheck newCheck() {
            SweepOptions options =
                    new SweepOptions(1000, 1000, 4, 1024, 20 * SECOND, true, 100, SECOND);
            return new ContentCheck(id, this, options, counters);
        }

        /** It is killed, and begins another life. */
        void restart() {
            incarnation++;
            check = newCheck();
            answers = new ContentAnswers(this);
        }

        private final class Task implements ContentDigest {
            private final EntityKey key;
            private final long version;
            private State state = State.Waiting.FOR_VERSION;
            private int readingSteps = 3;
            private String content = "";

            Task(EntityKey key, long version) {
                this.key = key;
                this.version = version;
                look();
            }

            void look() {
                Held now = held.getOrDefault(key, new Held(0, ""));
                if (state != State.Waiting.FOR_VERSION) {
                    return;
                }
                if (amnesiac.contains(key)) {
                    state = State.Nothing.INSTANCE;
                } else if (now.version() > version) {
                    state = new State.Past(now.version());
                } else if (now.version() == version) {
                    state = State.Waiting.FOR_READING;
                    content = now.content();
                }
            }

            void step() {
                if (state == State.Waiting.FOR_READING && --readingSteps == 0) {
                    state = new State.Ready(content.hashCode() + version);
                }
                if (!(state instanceof State.Waiting)) {
                    tasks.remove(this);
                }
            }

            @Override
            public State state() {
                return state;
            }

            @Override
            public void close() {
                tasks.remove(this);
            }
        }

        @Override
        public Voters voters(EntityKey key) {
            return new Voters(3, 1, 2);
        }

        void write(EntityKey key, String content) {
            Held before = held.getOrDefault(key, new Held(0, ""));
            held.put(key, new Held(before.version() + 1, content));
            List.copyOf(tasks).forEach(Task::look);
        }

        @Override
        public long nowNanos() {
            return nowNanos;
        }

        @Override
        public int incarnation() {
            return incarnation;
        }

        @Override
        public Standing standing() {
            return standing;
        }

        @Override
        public boolean compares(int nodeId) {
            Node other = node(nodeId);
            return up && other.up && other.knowsDigests;
        }

        @Override
        public void send(int nodeId, ContentFrame frame) {
            Node to = node(nodeId);
            if (lose > 0) {
                lose--;
                return;
            }
            onTheWay.add(() -> {
                if (up && to.up) {
                    to.receive(id, frame);
                }
            });
        }

        private void receive(int from, ContentFrame frame) {
            assertTrue(knowsDigests, "a frame for a node that does not know it");
            switch (frame) {
                case ContentFrame.Ask ask -> answers.asked(from, ask);
                case ContentFrame.Answer answer -> check.answered(from, answer);
                case ContentFrame.Suspect suspect -> check.suspected(suspect.key());
            }
        }

        @Override
        public long contentPage(long cursor, int entities, PageVisitor visitor) {
            List<EntityKey> all = List.copyOf(held.keySet());
            int from = (int) cursor;
            int to = Math.min(all.size(), from + 8);
            for (EntityKey key : all.subList(from, to)) {
                visitor.entity(key, version(key), 0);
            }
            return to == all.size() ? 0 : to;
        }

        @Override
        public long version(EntityKey key) {
            return held.getOrDefault(key, new Held(0, "")).version();
        }

        @Override
        public ContentDigest digest(EntityKey key, long version) {
            Task task = new Task(key, version);
            tasks.add(task);
            return task;
        }

        @Override
        public void quarantine(EntityKey key) {
            quarantined.add(key);
            amnesiac.add(key);
        }

        @Override
        public void repair(EntityKey key, int holder, long version) {
            onTheWay.add(() -> {
                held.put(key, node(holder).held.getOrDefault(key, new Held(0, "")));
                amnesiac.remove(key);
            });
        }
    }

    private Node node(int id) {
        Node node = nodes.get(id);
        if (node == null) {
            throw new AssertionError("no node " + id);
        }
        return node;
    }

    private void run(int seconds) {
        for (long until = nowNanos + seconds * SECOND; nowNanos < until; ) {
            round();
        }
    }

    private void round() {
        nowNanos += 5 * MILLI;
        for (int count = onTheWay.size(); count > 0; count--) {
            onTheWay.remove().run();
        }
        load.run();
        for (Node node : nodes.values()) {
            if (node.up) {
                List.copyOf(node.tasks).forEach(Node.Task::step);
                node.answers.tick();
            }
            if (node.up && node.knowsDigests) {
                node.check.tick();
            }
        }
    }

    private long sum(Count count) {
        return nodes.values().stream().mapToLong(node -> node.counters.get(count)).sum();
    }

    @Test
    void everyEntityIsComparedOnceByOneNode() {
        run(30);
        assertEquals(ENTITIES, sum(Count.CONTENT_COMPARED));
        assertEquals(3, sum(Count.CONTENT_PASSES));
        assertTrue(node(2).counters.get(Count.CONTENT_COMPARED) > 3, "they share the work");
        assertEquals(0, sum(Count.CONTENT_DIFFERENCES));
        run(20);
        assertEquals(0, nodes.values().stream().mapToInt(one -> one.tasks.size()).sum());
    }

    @Test
    void theMinorityRebuildsItselfWhoeverFindsIt() {
        for (int i = 0; i < 12; i++) {
            node(1 + i % 3).held.put(key(i), new Held(5, "wrong"));
        }
        run(30);
        for (Node node : nodes.values()) {
            assertEquals(4, node.quarantined.size(), "each its own");
            assertTrue(node.held.values().stream().allMatch(new Held(5, "right")::equals));
        }
        assertEquals(12, sum(Count.CONTENT_QUARANTINED));
        assertEquals(12, sum(Count.CONTENT_REPAIRED));
    }

    @Test
    void withoutAMajorityNothingIsTouched() {
        node(1).held.put(key(1), new Held(5, "a"));
        node(2).held.put(key(1), new Held(5, "b"));
        run(30);
        assertTrue(sum(Count.CONTENT_DIFFERENCES) > 0);
        assertEquals(0, sum(Count.CONTENT_QUARANTINED));
        assertEquals(new Held(5, "b"), node(2).held.get(key(1)));
    }

    @Test
    void twoThatDifferWhileTheThirdIsAwayAreLeftAsTheyAre() {
        node(1).held.put(key(1), new Held(5, "a"));
        node(3).up = false;
        run(30);
        assertTrue(sum(Count.CONTENT_DIFFERENCES) > 0);
        assertEquals(0, sum(Count.CONTENT_QUARANTINED));
        node(3).up = true;
        run(30);
        assertEquals(List.of(key(1)), node(1).quarantined, "the third decides");
        assertEquals(new Held(5, "right"), node(1).held.get(key(1)));
    }

    /** 400 entries a second, which come to the others two and four steps later. */
    @Test
    void anEntityThatIsWrittenAllTheTimeIsComparedToo() {
        node(2).held.put(key(7), new Held(5, "wrong"));
        long[] steps = {0};
        load =
                () -> {
                    steps[0]++;
                    for (int i = 0; i < 2; i++) {
                        for (int id = 1; id <= 3; id++) {
                            if (steps[0] > 2L * id) {
                                Held now = node(id).held.getOrDefault(key(7), new Held(0, ""));
                                node(id).write(key(7), now.content());
                            }
                        }
                    }
                };
        run(25);
        assertEquals(List.of(key(7)), node(2).quarantined);
        assertEquals(0, sum(Count.CONTENT_MISSED));
    }

    @Test
    void anEntityThatComesToRestWhileItIsAwaitedIsTriedAsItIs() {
        boolean[] resting = {false};
        load =
                () -> {
                    if (!resting[0]) {
                        nodes.values().forEach(node -> node.write(key(7), "right"));
                    }
                    resting[0] |= sum(Count.CONTENT_COMPARED) > 5;
                };
        run(60);
        assertEquals(0, sum(Count.CONTENT_MISSED));
        assertTrue(sum(Count.CONTENT_COMPARED) >= 2L * ENTITIES, "two passes");
    }

    @Test
    void aLostFrameIsSentAgain() {
        lose = 8;
        run(30);
        assertEquals(ENTITIES, sum(Count.CONTENT_COMPARED));
        assertEquals(0, sum(Count.CONTENT_MISSED));
    }

    /** The others answer what it asked for in its earlier life, or go on with that. */
    @Test
    void whatAnEarlierLifeAskedForAnswersNothingOfThisOne() {
        for (Node node : nodes.values()) {
            node.held.put(key(0), new Held(5, "another"));
        }
        node(1).check.suspected(key(0));
        round();
        round();
        assertEquals(1, node(2).tasks.size(), "it is at work");
        node(1).tasks.clear();
        node(1).restart();
        node(1).check.suspected(key(1));
        run(5);
        assertEquals(1, node(1).counters.get(Count.CONTENT_COMPARED));
        assertEquals(0, sum(Count.CONTENT_DIFFERENCES));
        assertEquals(List.of(), node(1).quarantined);
    }

    @Test
    void aNodeOfAnOlderReleaseIsNotAsked() {
        node(3).knowsDigests = false;
        node(1).held.put(key(1), new Held(5, "wrong"));
        run(30);
        assertTrue(sum(Count.CONTENT_COMPARED) >= ENTITIES);
        assertEquals(0, sum(Count.CONTENT_QUARANTINED), "there is no majority of three");
    }

    @Test
    void whoRebuildsItselfCountsForNothing() {
        node(2).standing = Standing.REBUILDING;
        node(2).amnesiac.addAll(node(2).held.keySet());
        for (int i = 0; i < ENTITIES; i++) {
            node(2).held.put(key(i), new Held(5, "half"));
        }
        run(30);
        assertEquals(0, sum(Count.CONTENT_DIFFERENCES));
        assertEquals(0, node(2).counters.get(Count.CONTENT_COMPARED));
    }
}
