package io.paxosstore.protocol.range;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Random lives of nodes whose streams are merged: each change is told once, none is left out. A
 * seed that fails is printed with the assertion.
 */
final class RangeMergeTest {
    private static final int SEEDS = Integer.getInteger("seeds", 3000);
    private static final int STEPS = 400;
    private static final int KEYS = 4;
    private static final long STEP_NANOS = 50_000_000L;

    @Test
    void eachChangeIsToldOnceAndNoneIsLeftOut() {
        int quiet = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            World world = new World(seed, 3, 3);
            world.run();
            quiet += world.resyncs == 1 && world.crashed.size() == 2 ? 1 : 0;
        }
        assertTrue(quiet > SEEDS / 20, "of two crashes nobody has to hear: " + quiet);
    }

    @Test
    void alsoWhereEachKeyIsAtSomeOfTheNodesOnly() {
        for (int seed = 0; seed < SEEDS; seed++) {
            new World(seed, 6, 3).run();
        }
    }

    @Test
    void aNodeThatIsTooFarBehindIsGivenUp() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(2, told);
        for (int key = 0; key < 3; key++) {
            merge.changed(1, new HistoryPosition(1, key + 1, 0), List.of(change(key, 1)), 0);
            merge.changed(2, new HistoryPosition(1, key + 1, 0), List.of(change(key, 1)), 0);
        }
        merge.changed(3, new HistoryPosition(1, 1, 0), List.of(change(0, 1)), 0);
        assertEquals(List.of("resync", "k0@1", "k1@1", "k2@1"), told);
    }

    @Test
    void nobodyWaitsForANodeThatCannotBeReached() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = merge(10, told);
        merge.nodes(List.of(1, 2, 3), Set.of(), 3, 0);
        merge.begins(1, false, new HistoryPosition(1, 0, 0), 0);
        merge.begins(2, false, new HistoryPosition(1, 0, 0), 0);
        assertEquals(List.of(), told);
        merge.nodes(List.of(1, 2, 3), Set.of(3), 3, 0);
        assertEquals(List.of("resync"), told);
    }

    @Test
    void whatANodeHasSkippedIsToldByAnother() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3), change(0, 4)), 0);
        for (int version = 1; version <= 4; version++) {
            merge.changed(2, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        assertEquals(List.of("resync", "k0@1", "k0@2", "k0@3", "k0@4"), told);
        merge.changed(1, new HistoryPosition(1, 2, 0), List.of(change(0, 5)), 0);
        assertEquals("k0@5", told.get(told.size() - 1));
    }

    /** Each has skipped something else that the others tell: nobody waits for anybody for ever. */
    @Test
    void whatIsToldBehindASkippedVersionIsNotForgotten() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 2)), 0);
        merge.closed(3, 0);
        merge.changed(1, new HistoryPosition(1, 2, 0), List.of(change(0, 3), change(0, 4)), 0);
        merge.changed(2, new HistoryPosition(1, 1, 0), List.of(skipped(0, 4)), 0);
        merge.changed(1, new HistoryPosition(1, 3, 0), List.of(change(0, 5)), 0);
        merge.changed(2, new HistoryPosition(1, 2, 0), List.of(change(0, 5), change(0, 6)), 0);
        merge.begins(3, true, new HistoryPosition(1, 0, 0), 0);
        assertEquals(List.of("resync"), told);
        merge.changed(3, new HistoryPosition(1, 1, 0), List.of(change(0, 1), change(0, 2)), 0);
        assertEquals(List.of("resync", "k0@1", "k0@2", "k0@3", "k0@4", "k0@5", "k0@6"), told);
        merge.changed(3, new HistoryPosition(1, 2, 0), List.of(skipped(0, 6), change(0, 7)), 0);
        merge.changed(1, new HistoryPosition(1, 4, 0), List.of(change(0, 6), change(0, 7)), 0);
        assertEquals("k0@7", told.get(told.size() - 1));
        assertEquals(8, told.size());
    }

    /** What waits takes bounded memory. */
    @Test
    void whoOwesTooMuchIsGivenUp() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 2)), 0);
        for (int version = 3; version <= 13; version++) {
            merge.changed(1, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        for (int version = 1; version <= 2; version++) {
            merge.changed(2, new HistoryPosition(1, version, 0), List.of(change(0, version)), 0);
        }
        assertEquals(List.of("resync", "k0@1", "k0@2"), told);
    }

    private static RangeChange skipped(int key, long version) {
        return new RangeChange(key(key), version, true, true, List.of());
    }

    @Test
    void whereNobodyElseCanTellTheWatcherIsToReadInTheEnd() {
        List<String> told = new ArrayList<>();
        RangeMerge merge = threeThatBegin(10, told);
        merge.closed(2, 0);
        merge.closed(3, 0);
        merge.changed(1, new HistoryPosition(1, 1, 0), List.of(skipped(0, 3)), 0);
        merge.settle(RangeMerge.PATIENCE_NANOS - 1);
        assertEquals(List.of("resync"), told);
        merge.settle(RangeMerge.PATIENCE_NANOS + RangeMerge.GATHER_NANOS);
        merge.settle(RangeMerge.PATIENCE_NANOS + 2 * RangeMerge.GATHER_NANOS);
        assertEquals(List.of("resync", "resync"), told);
    }

    private static RangeMerge threeThatBegin(int keysMax, List<String> told) {
        RangeMerge merge = merge(keysMax, told);
        merge.nodes(List.of(1, 2, 3), Set.of(), 3, 0);
        for (int node = 1; node <= 3; node++) {
            merge.begins(node, false, new HistoryPosition(1, 0, 0), 0);
        }
        return merge;
    }

    private static RangeMerge merge(int keysMax, List<String> told) {
        return new RangeMerge(
                1,
                keysMax,
                key -> null,
                new RangeReader() {
                    @Override
                    public void changed(RangeChange change) {
                        told.add(name(change.key()) + "@" + change.version());
                    }

                    @Override
                    public void resync() {
                        told.add("resync");
                    }
                });
    }

    private static byte[] key(int number) {
        return ("k" + number).getBytes(StandardCharsets.UTF_8);
    }

    private static String name(byte[] key) {
        return new String(key, StandardCharsets.UTF_8);
    }

    private static RangeChange change(int key, long version) {
        return new RangeChange(key(key), version, false, true, List.of());
    }

    /** A node: what it has applied, and its history of that. */
    private static final class Node {
        private final Map<Integer, Long> applied = new HashMap<>();
        private final List<RangeChange> history = new ArrayList<>();
        private long lineage = 1;
        private boolean isUp = true;
        private boolean isOpen;
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
        private final long[] chosen = new long[KEYS];

        private final long[] read = new long[KEYS];
        private final long[] told = new long[KEYS];
        private final Set<String> toldSinceRead = new HashSet<>();
        private int resyncs;
        private long nowNanos;

        private World(int seed, int count, int voters) {
            this.seed = seed;
            this.random = new Random(seed);
            this.voters = voters;
            for (int i = 0; i < count; i++) {
                nodes.add(new Node());
            }
            this.merge = new RangeMerge(1, 1000, this::votersOf, this);
        }

        private int[] votersOf(byte[] key) {
            int first = name(key).charAt(1) - '0';
            int[] ids = new int[voters];
            for (int i = 0; i < voters; i++) {
                ids[i] = (first + i) % nodes.size();
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
            for (int step = 0; step < STEPS; step++) {
                nowNanos += STEP_NANOS;
                for (int i = 0; i < nodes.size(); i++) {
                    nodes.get(i).isUp = true;
                    for (int key = 0; key < KEYS; key++) {
                        apply(i, key);
                    }
                    open(i);
                    deliver(i);
                }
                look();
            }
            for (int key = 0; key < KEYS; key++) {
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
            int node = random.nextInt(nodes.size());
            int key = random.nextInt(KEYS);
            switch (random.nextInt(100)) {
                case 0 -> crash(node);
                case 1, 2 -> disconnect(node);
                case 3 -> image(node, key);
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
            int key = random.nextInt(KEYS);
            long version = node.applied.getOrDefault(key, 0L);
            if (version > 0 && random.nextBoolean()) {
                node.history.add(change(key, version));
            }
        }

        private void disconnect(int id) {
            nodes.get(id).isOpen = false;
            merge.closed(id, nowNanos);
        }

        private void open(int id) {
            Node node = nodes.get(id);
            if (!node.isOpen) {
                HistoryPosition from = merge.position(id);
                boolean isResumed = from.lineage() == node.lineage;
                node.isOpen = true;
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
            int from = (int) merge.position(id).place();
            int to = Math.min(node.history.size(), from + random.nextInt(5));
            merge.changed(
                    id,
                    new HistoryPosition(node.lineage, to, 0),
                    node.history.subList(from, to),
                    nowNanos);
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
                    resyncs == 1 || broken.size() >= voters,
                    "seed " + seed + " reads for nothing: only of " + broken);
            broken.clear();
            for (int i = 0; i < nodes.size(); i++) {
                if (!nodes.get(i).isOpen || hasSkipped(i)) {
                    broken.add(i);
                }
            }
            toldSinceRead.clear();
            for (int key = 0; key < KEYS; key++) {
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
