package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.segment.LogHistory;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Random legal records, checkpoints, reclaim, restarts, kills and power losses between any two disk
 * operations, against the naive twin {@link EntityModel}. One more seed: -Djournal.seed=N.
 */
class JournalModelTest {
    private static final int SEEDS = 100;

    @Test
    void randomHistoriesMatchTheNaiveTwin() throws IOException {
        String wanted = System.getProperty("journal.seed");
        if (wanted != null) {
            new History(Long.parseLong(wanted)).run();
            return;
        }
        long crashes = 0;
        long checkpoints = 0;
        long carried = 0;
        long dropped = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            History history = new History(seed);
            try {
                history.run();
            } catch (IOException | RuntimeException | AssertionError e) {
                Assertions.fail("seed " + seed, e);
            }
            crashes += history.crashes();
            checkpoints += history.checkpoints;
            carried += history.carriedBytes;
            dropped += history.droppedSegments;
        }
        assertTrue(crashes > 4 * SEEDS, "crashes must occur: " + crashes);
        assertTrue(checkpoints > 4 * SEEDS, "checkpoints must occur: " + checkpoints);
        assertTrue(carried > SEEDS * 1000L, "records must be carried: " + carried);
        assertTrue(dropped > SEEDS, "files must be dropped: " + dropped);
    }

    private static final class History extends LogHistory<TestJournal, EntityModel> {
        private boolean over;
        private int incarnation;
        private long checkpoints;
        private long carriedBytes;
        private long droppedSegments;

        History(long seed) {
            super(seed);
        }

        @Override
        protected EntityModel model(EntityKey key) {
            return new EntityModel(key);
        }

        @Override
        protected TestJournal open() throws IOException {
            JournalConfig config =
                    JournalConfig.of(
                                    TestJournal.DIRECTORY,
                                    new UUID(1, 2),
                                    ++incarnation,
                                    1 + random.nextInt(3))
                            .withSizes(4096, 256, 2048)
                            .withSegments((4 + random.nextInt(5)) * 4096, 1 + random.nextInt(2))
                            .withReclaim(
                                    64 << 10,
                                    0.05 + random.nextDouble() * 0.8,
                                    Duration.ofSeconds(1 + random.nextInt(100)))
                            .withoutThreads();
            TestJournal opened = new TestJournal(config, fs);
            opened.journal.begin();
            return opened;
        }

        @Override
        protected void close() {
            log().journal.close();
        }

        @Override
        protected boolean isOver() {
            return over;
        }

        @Override
        protected void step(int kind) throws IOException {
            if (kind < 40) {
                append();
            } else if (kind < 55) {
                commit();
            } else if (kind < 68) {
                write();
            } else if (kind < 78) {
                drain();
            } else if (kind < 88) {
                log().step();
            } else if (kind < 93) {
                EntityModel model = anyModel();
                log().shard(model.key).dataDurable(model.key, model.advanceData(random));
            } else if (kind < 95) {
                log().journal.requestCheckpoint();
            } else if (kind < 98) {
                check();
            } else {
                restart();
            }
        }

        @Override
        protected void betweenSteps() throws IOException {
            if (!fs.faults().hasPower()) {
                // It does not come back by itself.
                powerLoss();
            } else if (random.nextInt(400) == 0) {
                fs.faults().powerLossAt(1 + random.nextInt(30));
            } else if (random.nextInt(300) == 0) {
                fs.faults().failForce(1 + random.nextInt(3));
            } else if (random.nextInt(300) == 0) {
                log().settle();
            }
        }

        @Override
        protected void beforeStart() {
            JournalStats stats = log().journal.stats();
            checkpoints += stats.checkpoints();
            carriedBytes += stats.carriedBytes();
            droppedSegments += stats.droppedSegments();
            boolean flipped = random.nextInt(100) == 0;
            if (flipped && fs.exists(TestJournal.DIRECTORY.resolve("CHECKPOINT"))) {
                fs.flipBit(TestJournal.DIRECTORY.resolve("CHECKPOINT"), random.nextInt(48), 1);
            }
        }

        @Override
        protected List<DamageReport> damage() {
            return log().journal.damage();
        }

        private EntityModel.State found(EntityModel model) {
            Stored stored = log().load(model.key);
            List<EntryValue> replayed = new ArrayList<>();
            log().shard(model.key)
                    .replay(
                            model.key,
                            model.dataDurable() + 1,
                            (entry, value) -> replayed.add(value));
            return new EntityModel.State(stored, replayed);
        }

        @Override
        protected @Nullable String wrong(EntityModel model) {
            EntityModel.State found = found(model);
            // Without power nothing can be read: the entity is amnesiac then.
            boolean right = model.belief().matches(found) || !fs.faults().hasPower();
            return right ? null : found.toString();
        }

        @Override
        protected @Nullable String wrongAfterStart(EntityModel model) {
            over =
                    damage().stream()
                            .anyMatch(found -> found.kind() == DamageReport.Kind.BAD_CHECKPOINT);
            log().shard(model.key).dataDurable(model.key, model.dataDurable());
            EntityModel.State found = found(model);
            boolean legal = over ? model.restartWithoutCheckpoint(found) : model.restart(found);
            return legal ? null : found.toString();
        }
    }
}
