package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.segment.LogConfig;
import io.paxosstore.log.segment.LogHistory;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/**
 * Random legal records, merges, restarts, kills and power losses between any two disk operations,
 * against the naive twin {@link RecordModel}. One more seed: -Dstorage.seed=N.
 */
class BitcaskModelTest {
    private static final int SEEDS = 150;

    @Test
    void randomHistoriesMatchTheNaiveTwin() throws IOException {
        String wanted = System.getProperty("storage.seed");
        if (wanted != null) {
            new History(Long.parseLong(wanted)).run();
            return;
        }
        long merged = 0;
        long crashes = 0;
        long full = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            History history = new History(seed);
            try {
                history.run();
            } catch (IOException | RuntimeException | AssertionError e) {
                Assertions.fail("seed " + seed, e);
            }
            merged += history.merged;
            crashes += history.crashes();
            full += history.sawFullDisk ? 1 : 0;
        }
        assertTrue(merged > 5 * SEEDS, "merges must occur: " + merged);
        assertTrue(full > SEEDS / 2, "full disks must occur: " + full);
        assertTrue(crashes > 5 * SEEDS, "crashes must occur: " + crashes);
    }

    private static final class History extends LogHistory<TestStore, RecordModel> {
        private long merged;
        private boolean sawFullDisk;

        History(long seed) {
            super(seed);
        }

        @Override
        protected RecordModel model(EntityKey key) {
            return new RecordModel(key);
        }

        @Override
        protected TestStore open() throws IOException {
            int segmentBytes = (4 + random.nextInt(5)) * 4096;
            BitcaskConfig config =
                    new BitcaskConfig(
                            TestStore.DIRECTORY,
                            1 + random.nextInt(3),
                            new LogConfig(
                                    segmentBytes, 1 + random.nextInt(2), 4096, 256, 2048, 1 << 20),
                            0.05 + random.nextDouble() * 0.5,
                            1 << 30,
                            100,
                            BitcaskConfig.Space.DEFAULT,
                            BitcaskConfig.Scrub.DEFAULT,
                            false);
            return new TestStore(config, fs);
        }

        @Override
        protected void close() {
            log().close();
        }

        @Override
        protected void step(int kind) throws IOException {
            if (kind < 45) {
                if (log().room.room() != Room.NONE) {
                    append();
                }
            } else if (kind < 60) {
                commit();
            } else if (kind < 75) {
                write();
            } else if (kind < 85) {
                drain();
            } else if (kind < 94) {
                for (int left = 1 + random.nextInt(6); left > 0; left--) {
                    log().step();
                }
            } else if (kind < 98) {
                check();
                checkSpaces();
            } else {
                merged += log().engine.stats().mergedSegments();
                restart();
                checkSpaces();
            }
        }

        /** The figures that are kept are those of a count. */
        private void checkSpaces() {
            for (int shard = 0; shard < log().shardCount(); shard++) {
                Assertions.assertEquals(
                        TestStore.countedSpaces(log().engine.shard(shard)),
                        TestStore.keptSpaces(log().engine.spaces().get(shard)));
            }
        }

        @Override
        protected void betweenSteps() {
            if (random.nextInt(400) == 0) {
                fs.faults().powerLossAt(1 + random.nextInt(30));
            } else if (random.nextInt(300) == 0) {
                fs.faults().failForce(1 + random.nextInt(3));
            } else if (random.nextInt(300) == 0) {
                fs.fillUpTo(random.nextInt(200_000));
            } else if (random.nextInt(100) == 0) {
                fs.faults().capacityBytes(Long.MAX_VALUE);
            }
            sawFullDisk |= log().room.room() == Room.NONE;
        }

        @Override
        protected void beforeStart() {
            fs.faults().capacityBytes(Long.MAX_VALUE);
        }

        @Override
        protected List<DamageReport> damage() {
            return log().identity.damage().reports();
        }

        @Override
        protected @Nullable String wrong(RecordModel model) {
            Stored found = log().load(model.key);
            // Without power nothing can be read: the entity is amnesiac then.
            boolean right =
                    RecordModel.same(model.stored(), found)
                            || (found.amnesiac() && !fs.faults().hasPower());
            return right ? null : found.toString();
        }

        @Override
        protected @Nullable String wrongAfterStart(RecordModel model) {
            Stored found = log().load(model.key);
            return model.restart(found) ? null : found.toString();
        }
    }
}
