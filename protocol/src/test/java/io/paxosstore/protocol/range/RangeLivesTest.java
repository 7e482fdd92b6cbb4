package io.paxosstore.protocol.range;

import static io.paxosstore.protocol.range.RangeChanges.change;
import static io.paxosstore.protocol.range.RangeChanges.key;
import static io.paxosstore.protocol.range.RangeChanges.name;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Random lives of nodes whose streams are merged: each change is told once, none is left out. A
 * seed that fails is printed with the assertion.
 */
final class RangeLivesTest {
    private static final int SEEDS = Integer.getInteger("seeds", 3000);
    private static final int STEPS = 400;
    private static final int KEYS_MAX = 1000;
    private static final long STEP_NANOS = 50_000_000L;

    /** How long one of the nodes is slower than the others, about. */
    private static final int SLOW_STEPS = 100;

    /** In how many of the lives something is so; they have nothing in common. */
    private static long count(int seeds, IntPredicate life) {
        return IntStream.range(0, seeds).parallel().filter(life).count();
    }

    @Test
    void eachChangeIsToldOnceAndNoneIsLeftOut() {
        long quiet =
                count(
                        SEEDS,
                        seed -> {
                            World world = new World(seed, 3, 3, 4, KEYS_MAX);
                            world.run();
                            return world.resyncs == 1 && world.crashed.size() == 2;
                        });
        assertTrue(quiet > SEEDS / 20, "of two crashes nobody has to hear: " + quiet);
    }

    @Test
    void alsoWhereEachKeyIsAtSomeOfTheNodesOnly() {
        long ended =
                count(
                        SEEDS,
                        seed -> {
                            new World(seed, 6, 3, 4, KEYS_MAX).run();
                            return true;
                        });
        assertEquals(SEEDS, ended);
    }

    @Test
    void alsoWhereVotersChange() {
        for (int seed = 0; seed < SEEDS / 6; seed++) {
            new World(seed, 6, 3, 4, KEYS_MAX).moving().run();
            new World(seed, 6, 3, 10, 12).moving().run();
        }
    }

    /** What has to be remembered is little; who is ahead waits, so that nobody is given up. */
    @Test
    void alsoWhereLittleIsRemembered() {
        long waits =
                count(
                        SEEDS / 6,
                        seed -> {
                            World few = new World(seed, 3, 3, 2, 8);
                            few.run();
                            World many = new World(seed, 3, 3, 10, 12);
                            many.run();
                            new World(seed, 6, 3, 10, 12).run();
                            new World(seed, 6, 3, 10, 6).run();
                            return few.waits > 0 || many.waits > 0;
                        });
        assertTrue(waits > SEEDS / 60, "lives in which somebody had to wait: " + waits);
    }

    /** A node: what it has applied, and its history of that. */
    private static final class Node {
        private final Map<Integer, Long> applied = new HashMap<>();
        private final List<RangeChange> history = new ArrayList<>();
        private long lineage = 1;
        private boolean isUp = true;
        private boolean isOpen;
        private boolean isStopped;
    }

    /** Nodes, changes and one watcher. */
    private static final class World implements RangeReader {
        private final int seed;
        private final Random random;
        private final List<Node> nodes = new ArrayList<>();
        private final int voters;
        private final RangeMerge merge;
        private final Set<Integer> crashed = new HashSet<>();

        /** Those of which something may be missing since the watcher has read. */
        private final Set<Integer> broken = new HashSet<>();

        /** The newest version of each key, and that at the time of the last resync. */
        private final long[] chosen;

        private final long[] read;
        private final long[] told;
        private final Set<String> toldSinceRead = new HashSet<>();
        private final boolean isTight;

        /** Of the nodes that vote for each key, the first one. */
        private final int[] first;

        private boolean areVotersMoving;
        private int resyncs;
        private int waits;
        private int slow;
        private boolean isPaused;
        private long nowNanos;

        private World(int seed, int count, int voters, int keys, int keysMax) {
            this.seed = seed;
            this.chosen = new long[keys];
            this.isTight = keys > keysMax; // whoever is behind is given up
            this.read = new long[keys];
            this.told = new long[keys];
            this.random = new Random(seed);
            this.voters = voters;
            for (int i = 0; i < count; i++) {
                nodes.add(new Node());
            }
            this.merge = new RangeMerge(1, keysMax, this::votersOf, this);
            this.first = new int[keys];
            for (int key = 0; key < keys; key++) {
                first[key] = key;
            }
        }

        private World moving() {
            areVotersMoving = true;
            return this;
        }

        private int[] votersOf(byte[] key) {
            int[] ids = new int[voters];
            for (int i = 0; i < voters; i++) {
                ids[i] = (first[name(key).charAt(1) - '0'] + i) % nodes.size();
            }
            return ids;
        }

        private boolean votes(int node, int key) {
            for (int id : votersOf(key(key))) {
                if (id == node) {
                    return true;
                }
            }
            return false;
        }

        private void run() {
            look();
            for (int step = 0; step < STEPS; step++) {
                nowNanos += STEP_NANOS;
                act();
                look();
            }
            resume();
            for (int step = 0; step < STEPS; step++) {
                nowNanos += 2 * STEP_NANOS;
                for (int i = 0; i < nodes.size(); i++) {
                    nodes.get(i).isUp = true;
                    for (int key = 0; key < chosen.length; key++) {
                        apply(i, key);
                    }
                    open(i);
                    deliver(i);
                }
                look();
            }
            for (int key = 0; key < chosen.length; key++) {
                for (long version = read[key] + 1; version <= chosen[key]; version++) {
                    assertTrue(
                            toldSinceRead.contains("k" + key + "@" + version),
                            "seed " + seed + ": k" + key + "@" + version + " was left out");
                }
            }
            assertTrue(resyncs > 0, "seed " + seed + " has never begun");
        }

        private void look() {
            List<Integer> ids = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                ids.add(i);
            }
            merge.nodes(ids, Set.of(), voters, nowNanos);
        }

        private void act() {
            if (random.nextInt(SLOW_STEPS) == 0) {
                slow = random.nextInt(nodes.size());
            }
            int node = random.nextInt(nodes.size());
            if (node == slow && random.nextInt(4) > 0) {
                node = (node + 1) % nodes.size();
            }
            int key = random.nextInt(chosen.length);
            switch (random.nextInt(100)) {
                case 0 -> crash(node);
                case 1, 2 -> disconnect(node);
                case 3 -> image(node, key);
                case 4 -> {
                    isPaused = true;
                    merge.pauses(nowNanos);
                }
                case 5, 6 -> resume();
                case 7, 8 -> move(key);
                default -> {
                    if (random.nextInt(3) == 0) {
                        chosen[key]++;
                    } else if (random.nextBoolean()) {
                        apply(node, key);
                    } else {
                        open(node);
                        deliver(node);
                    }
                }
            }
        }

        /** One that has voted goes, another one comes, and catches up by an image. */
        private void move(int key) {
            if (areVotersMoving) {
                first[key]++;
                image((first[key] + voters - 1) % nodes.size(), key);
            }
        }

        private void resume() {
            isPaused = false;
            merge.resumes(nowNanos);
        }

        private void apply(int id, int key) {
            Node node = nodes.get(id);
            long version = node.applied.getOrDefault(key, 0L);
            if (node.isUp && votes(id, key) && version < chosen[key]) {
                node.applied.put(key, version + 1);
                node.history.add(change(key, version + 1));
            }
        }

        /** Some other node has it, so that it was told there, or will be. */
        private void image(int id, int key) {
            Node node = nodes.get(id);
            long newest =
                    nodes.stream()
                            .mapToLong(one -> one.applied.getOrDefault(key, 0L))
                            .max()
                            .orElse(0);
            if (votes(id, key) && newest > node.applied.getOrDefault(key, 0L)) {
                node.applied.put(key, newest);
                node.history.add(new RangeChange(key(key), newest, true, true, List.of()));
                broken.add(id); // if nobody is left to tell what it skips
            }
        }

        /** The end of the history is lost; an entry may be applied once more. */
        private void crash(int id) {
            Node node = nodes.get(id);
            crashed.add(id);
            broken.add(id);
            disconnect(id);
            node.lineage++;
            node.history.clear();
            int key = random.nextInt(chosen.length);
            long version = node.applied.getOrDefault(key, 0L);
            if (version > 0 && random.nextBoolean()) {
                node.history.add(change(key, version));
            }
        }

        private void disconnect(int id) {
            nodes.get(id).isOpen = false;
            nodes.get(id).isStopped = false;
            merge.closed(id, nowNanos);
        }

        private void open(int id) {
            Node node = nodes.get(id);
            if (!node.isOpen && merge.mayTell(id)) {
                HistoryPosition from = merge.position(id);
                boolean isResumed = from.lineage() == node.lineage;
                node.isOpen = true;
                node.isStopped = false;
                merge.begins(
                        id,
                        isResumed,
                        isResumed
                                ? from
                                : new HistoryPosition(node.lineage, node.history.size(), 0),
                        nowNanos);
            }
        }

        private void deliver(int id) {
            Node node = nodes.get(id);
            if (!node.isOpen) {
                return;
            }
            int from = (int) merge.position(id).place();
            int to = Math.min(node.history.size(), from + random.nextInt(5));
            merge.changed(
                    id,
                    new HistoryPosition(node.lineage, to, 0),
                    node.history.subList(from, to),
                    nowNanos);
            if (!merge.mayTell(id)) {
                waits += isPaused ? 0 : 1;
                node.isOpen = false;
                node.isStopped = true;
                merge.stopped(id, nowNanos);
            }
        }

        @Override
        public void changed(RangeChange change) {
            int key = name(change.key()).charAt(1) - '0';
            String what = name(change.key()) + "@" + change.version();
            assertFalse(change.isSkipped(), "seed " + seed + ": " + what);
            assertTrue(
                    change.version() > told[key],
                    "seed " + seed + ": " + what + " after " + told[key]);
            assertTrue(toldSinceRead.add(what), "seed " + seed + ": " + what + " twice");
            told[key] = change.version();
        }

        @Override
        public void resync() {
            resyncs++;
            assertTrue(
                    resyncs == 1 || broken.size() >= voters || isTight,
                    "seed " + seed + " reads for nothing: only of " + broken);
            broken.clear();
            for (int i = 0; i < nodes.size(); i++) {
                boolean isThere = nodes.get(i).isOpen || nodes.get(i).isStopped;
                if (!isThere || hasSkipped(i)) {
                    broken.add(i);
                }
            }
            toldSinceRead.clear();
            for (int key = 0; key < chosen.length; key++) {
                read[key] = chosen[key];
                told[key] = 0;
            }
        }

        /** Whether something that is still to be delivered was skipped. */
        private boolean hasSkipped(int id) {
            List<RangeChange> history = nodes.get(id).history;
            int from = Math.min(history.size(), (int) merge.position(id).place());
            return history.subList(from, history.size()).stream().anyMatch(RangeChange::isSkipped);
        }
    }
}
