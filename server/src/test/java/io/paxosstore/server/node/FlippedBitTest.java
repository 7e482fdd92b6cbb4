package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.bitcask.BitcaskStats;
import io.paxosstore.bitcask.StoreInspector;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Rule D5 on real nodes: a replica is stopped, one bit of its files flipped, and it is started
 * again. It always starts, never says anything wrong, and is whole again by itself. Every node has
 * its turns and the files are never restored, so damage that stayed would add up. One more seed:
 * {@code -Dpaxosstore.flips.seed=N}.
 */
final class FlippedBitTest {
    private static final int FEW_FLIPS = 30;
    private static final int MANY_FLIPS = Integer.getInteger("paxosstore.flips", 1000);
    private static final long SEED = Long.getLong("paxosstore.flips.seed", 20_261_121);
    private static final int NODES = 3;
    private static final int WRITES_BEFORE = 3000;
    private static final int WRITES_WHILE_DOWN = 8;
    private static final Duration WHOLE_LIMIT = Duration.ofSeconds(30);
    private static final int POLL_MILLIS = 5;

    private final Random random = new Random(SEED);
    private final BitFlips flips = new BitFlips(random);
    private final SmallSegments storage = new SmallSegments();
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private String flipped = "nothing";

    @TempDir private Path directory = Path.of("set by JUnit");

    private void run(int count) throws Exception {
        long start = System.nanoTime();
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder(NODES)
                        .directory(directory)
                        .storage(storage)
                        .set("sweep.interval", "500ms")
                        .set("sweep.check-rate", "100000")
                        .start()) {
            KnownKeys keys = KnownKeys.create(cluster, random);
            keys.write(1, WRITES_BEFORE);
            long merged = storage.opened(1).engine().stats().mergedSegments();
            assertTrue(merged > 2, "merged files: " + merged);
            for (int flip = 1; flip <= count; flip++) {
                try {
                    flipOnce(cluster, keys);
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("seed " + SEED + ", flip " + flip + ": " + flipped, e);
                }
            }
            flipped = "nothing";
            restartAll(cluster, keys);
        }
        System.out.printf(
                "%d flips of seed %d in %.0f s: %s; in %s%n",
                count, SEED, (System.nanoTime() - start) / 1e9, outcomes, flips.hits());
    }

    private void flipOnce(EmbeddedCluster cluster, KnownKeys keys) throws Exception {
        int victim = 1 + random.nextInt(NODES);
        int other = 1 + victim % NODES;
        cluster.node(victim).stop();
        inspect(victim, keys);
        flipped = flips.flipOne(data(victim));
        keys.write(other, WRITES_WHILE_DOWN);
        cluster.node(victim).start();
        cluster.awaitReady();
        // Whatever it says before it is whole may be old, or nothing, but not wrong.
        keys.differences(victim, ReadMode.LOCAL);
        awaitWhole(cluster, victim, keys);
        assertEquals(
                List.of(),
                keys.differences(1 + random.nextInt(NODES), ReadMode.LINEARIZABLE),
                "linearizable reads");
        outcomes.merge(outcome(victim), 1, Integer::sum);
    }

    private void awaitWhole(EmbeddedCluster cluster, int node, KnownKeys keys) throws Exception {
        long deadline = System.nanoTime() + WHOLE_LIMIT.toNanos();
        while (true) {
            List<String> differences = new ArrayList<>();
            if (!RejoinTest.isWhole(cluster, node)) {
                differences.add("not whole");
            }
            differences.addAll(keys.differences(node, ReadMode.LOCAL));
            BitcaskStats stats = storage.opened(node).engine().stats();
            if (stats.rebuiltEntities() < stats.damagedEntities()) {
                differences.add("a key of " + stats.damagedEntities() + " is not rebuilt");
            }
            if (differences.isEmpty()) {
                return;
            }
            assertTrue(
                    System.nanoTime() < deadline,
                    () -> "node " + node + " is not repaired: " + differences);
            Thread.sleep(POLL_MILLIS);
        }
    }

    private String outcome(int node) {
        SmallSegments.Opened opened = storage.opened(node);
        BitcaskStats stats = opened.engine().stats();
        if (opened.standing() != Standing.WHOLE) {
            return "whole store rebuilt";
        }
        if (stats.damagedEntities() > 0) {
            return "keys repaired";
        }
        return opened.identity().damage().reports().isEmpty()
                ? "unnoticed, harmless"
                : "noticed, harmless";
    }

    /** A stopped store: whatever its files have been through, nothing that counts is damaged. */
    private void inspect(int node, KnownKeys keys) throws IOException {
        Map<String, Long> held = new TreeMap<>();
        try (StoreInspector store = StoreInspector.open(FileSystem.real(), data(node))) {
            store.dump(
                    record -> {
                        if (record.intact() && record.payloadBytes() >= 0) {
                            held.merge(record.key().toString(), record.entry(), Math::max);
                        }
                    },
                    unread -> {});
            List<DamageReport> small = new ArrayList<>();
            store.verify(report -> {
                switch (report.kind()) {
                    case LOST_FILE, BAD_COPY, MISSING_SEGMENT, FOREIGN_SEGMENT -> small.add(report);
                    default -> {}
                }
            });
            assertEquals(List.of(), small, "left in node " + node);
        }
        assertEquals(List.of(), keys.missing(held), "not intact in the files of node " + node);
    }

    /** Damage that was repaired must not be found again by a later start. */
    private void restartAll(EmbeddedCluster cluster, KnownKeys keys) throws Exception {
        for (int node = 1; node <= NODES; node++) {
            cluster.node(node).stop();
            inspect(node, keys);
            cluster.node(node).start();
            cluster.awaitReady();
            awaitWhole(cluster, node, keys);
            String outcome = outcome(node);
            assertTrue(outcome.endsWith("harmless"), "a start without a flip: " + outcome);
        }
    }

    private Path data(int node) {
        return directory.resolve("node" + node);
    }

    @Test
    void someFlips() throws Exception {
        run(FEW_FLIPS);
    }

    @Test
    @Tag("faults")
    void manyFlips() throws Exception {
        run(MANY_FLIPS);
    }
}
