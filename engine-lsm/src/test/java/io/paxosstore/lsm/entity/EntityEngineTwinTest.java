package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.lsm.store.Disk;
import io.paxosstore.lsm.store.LsmListener;
import io.paxosstore.lsm.store.LsmStore;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random votes, decisions, images, flushes and reclaims with restarts, kills, power losses and lost
 * disks between any two steps, also while a lost disk is being made up for, against the truth in
 * memory. {@code -Dentity.seeds=100} runs more seeds, {@code -Dentity.seed=N} one.
 */
class EntityEngineTwinTest {
    private static final int SEEDS = Integer.getInteger("entity.seeds", 4);
    private static final Long SEED = Long.getLong("entity.seed");
    private static final int STEPS = 1200;
    private static final int ENTITIES = 4;

    private static final LsmListener NO_FAILURES =
            new LsmListener() {
                @Override
                public void failed(String what) {
                    throw new AssertionError(what);
                }

                @Override
                public void damaged(String file, String what) {
                    throw new AssertionError(what);
                }
            };

    @TempDir Path root;

    @Test
    void engineAgreesWithTheTruth() throws IOException {
        long first = SEED == null ? 1 : SEED;
        long last = SEED == null ? SEEDS : SEED;
        long droppedSegments = 0;
        long appended = 0;
        long masked = 0;
        long rebuilt = 0;
        long merges = 0;
        for (long seed = first; seed <= last; seed++) {
            try {
                Run run = new Run(seed);
                run.run();
                droppedSegments += run.droppedSegments;
                merges += run.merges;
                rebuilt += run.rebuilt;
                appended += run.followers.stream().mapToInt(Follower::appended).sum();
                masked += run.followers.stream().mapToInt(Follower::masked).sum();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
            }
        }
        assertTrue(SEED != null || droppedSegments > 0, "segments must be dropped");
        assertTrue(SEED != null || merges > 0, "tables must be merged");
        assertTrue(SEED != null || appended > 0, "what was appended must be sent");
        assertTrue(SEED != null || masked > 0, "images must meet losing accepts");
        assertTrue(SEED != null || rebuilt > 0, "nodes must be rebuilt");
    }

    private final class Run {
        private final Random random;
        private final Disk disk;
        private final List<Follower> followers = new ArrayList<>();
        private final LsmStore peer;
        private CrashableFileSystem fs;
        private Path data;
        private TestEngine node;
        private int incarnation;
        private boolean rebuilding;
        private long rebuilt;
        private long droppedSegments;
        private long merges;

        Run(long seed) throws IOException {
            random = new Random(seed);
            disk = new Disk(root.resolve("seed-" + seed));
            fs = new CrashableFileSystem(seed);
            peer = LsmStore.open(disk.fresh(), TestEngine.SMALL, NO_FAILURES);
            for (int i = 0; i < ENTITIES; i++) {
                followers.add(new Follower(new Truth(i, random), random, peer));
            }
            data = disk.fresh();
            node = open(2);
        }

        /** Sometimes with entries that are applied in batches (Rule C5). */
        private TestEngine open(int shards) throws IOException {
            ApplyBatching batching =
                    random.nextBoolean()
                            ? ApplyBatching.OFF
                            : new ApplyBatching(2 + random.nextInt(10), Duration.ofMillis(100));
            return rebuilding
                    ? TestEngine.openRebuilding(fs, data, ++incarnation, shards, batching)
                    : TestEngine.open(fs, data, ++incarnation, shards, batching);
        }

        void run() throws IOException {
            for (int step = 0; step < STEPS; step++) {
                int dice = random.nextInt(100);
                if (dice < 70) {
                    followers.get(random.nextInt(ENTITIES)).step(node);
                } else if (dice < 78) {
                    node.commit();
                } else if (dice < 84) {
                    node.engine.runWriterOnce();
                } else if (dice < 89) {
                    drain();
                } else if (dice < 92) {
                    flush();
                } else if (dice < 95) {
                    node.nanos += random.nextInt(2_000_000_000);
                    node.engine.runBackgroundOnce();
                } else if (dice < 96) {
                    node.engine.requestCheckpoint();
                    node.upkeep();
                    drain();
                } else if (dice < 98) {
                    check();
                } else if (random.nextInt(8) > 0) {
                    restart();
                } else {
                    wipe();
                }
                endRebuilding();
                assertEquals(List.of(), node.failures);
                assertEquals(List.of(), node.damaged);
            }
            restart();
            check();
            close();
            peer.close();
        }

        private void drain() {
            node.drain();
            for (long ticket : node.durable) {
                followers.forEach(one -> one.durable(ticket));
            }
            node.durable.clear();
        }

        private void flush() {
            node.engine.flush();
            followers.forEach(Follower::flushed);
        }

        private void check() {
            node.settle();
            drain();
            for (Follower follower : followers) {
                assertTrue(follower.isSettled());
                follower.checkWhileRunning(node);
            }
        }

        /** The disk is lost, also while the node is being rebuilt. */
        private void wipe() throws IOException {
            close();
            fs = new CrashableFileSystem(random.nextLong());
            data = disk.fresh();
            rebuilding = true;
            followers.forEach(Follower::wiped);
            node = open(1 + random.nextInt(3));
        }

        private void endRebuilding() {
            if (rebuilding && followers.stream().noneMatch(Follower::isAmnesiac)) {
                flush();
                node.standing = Standing.WHOLE;
                rebuilding = false;
                rebuilt++;
            }
        }

        private void close() {
            followers.forEach(Follower::closeImages);
            droppedSegments += node.engine.journalStats().droppedSegments();
            merges += node.engine.data().merges().stats().merges();
            node.engine.close();
        }

        private void restart() throws IOException {
            drain();
            int kind = random.nextInt(4);
            if (kind == 0) {
                close();
                followers.forEach(Follower::flushed);
            } else {
                data = disk.crashImage(node.engine.data(), data);
                fs = kind == 1 ? fs.killProcess() : fs.crash();
                close();
            }
            node = open(1 + random.nextInt(3));
            followers.forEach(one -> one.restarted(node));
            assertEquals(List.of(), node.damaged);
        }
    }
}
