package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * Random legal records, checkpoints, reclaim, restarts, kills and power losses between any two disk
 * operations, against the naive twin {@link EntityModel}. One more seed: -Djournal.seed=N.
 */
class JournalModelTest {
    private static final int SEEDS = 100;
    private static final int STEPS = 1500;

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
            crashes += history.crashes;
            checkpoints += history.checkpoints;
            carried += history.carriedBytes;
            dropped += history.droppedFiles;
        }
        assertTrue(crashes > 4 * SEEDS, "crashes must occur: " + crashes);
        assertTrue(checkpoints > 4 * SEEDS, "checkpoints must occur: " + checkpoints);
        assertTrue(carried > SEEDS * 1000L, "records must be carried: " + carried);
        assertTrue(dropped > SEEDS, "files must be dropped: " + dropped);
    }

    private static final class History {
        private final SplittableRandom random;
        private final List<EntityModel> models = new ArrayList<>();
        private final Map<Long, EntityModel> tickets = new HashMap<>();
        private CrashableFileSystem fs;
        private TestJournal journal;
        private boolean over;
        private long sequence;
        private int incarnation;
        private long crashes;
        private long checkpoints;
        private long carriedBytes;
        private long droppedFiles;

        History(long seed) throws IOException {
            random = new SplittableRandom(seed);
            fs = new CrashableFileSystem(seed);
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                byte[] name = new byte[1 + random.nextInt(20)];
                random.nextBytes(name);
                name[0] = (byte) i;
                models.add(new EntityModel(new EntityKey(random.nextInt(3), name)));
            }
            journal = open();
            journal.journal.begin();
        }

        private TestJournal open() throws IOException {
            JournalConfig config =
                    JournalConfig.of(
                                    TestJournal.DIRECTORY,
                                    new UUID(1, 2),
                                    ++incarnation,
                                    1 + random.nextInt(3))
                            .withSizes(4096, 256, 2048)
                            .withFiles((4 + random.nextInt(5)) * 4096, 1 + random.nextInt(2))
                            .withReclaim(
                                    64 << 10,
                                    0.05 + random.nextDouble() * 0.8,
                                    Duration.ofSeconds(1 + random.nextInt(100)))
                            .withoutThreads();
            return new TestJournal(config, fs);
        }

        void run() throws IOException {
            for (int step = 0; step < STEPS && !over; step++) {
                int kind = random.nextInt(100);
                if (kind < 40) {
                    append();
                } else if (kind < 55) {
                    shard(random.nextInt(journal.journal.shardCount())).commit();
                } else if (kind < 68) {
                    journal.journal.runWriterOnce();
                } else if (kind < 78) {
                    drain();
                } else if (kind < 88) {
                    journal.step();
                } else if (kind < 93) {
                    EntityModel model = models.get(random.nextInt(models.size()));
                    journal.shard(model.key).dataDurable(model.key, model.advanceData(random));
                } else if (kind < 95) {
                    journal.journal.requestCheckpoint();
                } else if (kind < 98) {
                    check();
                } else {
                    restart();
                }
                if (!fs.faults().hasPower()) {
                    // It does not come back by itself.
                    powerLoss();
                } else if (random.nextInt(400) == 0) {
                    fs.faults().powerLossAt(1 + random.nextInt(30));
                } else if (random.nextInt(300) == 0) {
                    fs.faults().failForce(1 + random.nextInt(3));
                } else if (random.nextInt(300) == 0) {
                    journal.settle();
                }
                if (!journal.failures.isEmpty()) {
                    afterError();
                }
            }
            if (!over) {
                powerLoss();
            }
        }

        private JournalShard shard(int index) {
            return journal.journal.shard(index);
        }

        private void append() {
            EntityModel model = models.get(random.nextInt(models.size()));
            LogRecord record = model.next(random, ++sequence);
            if (record == null) {
                journal.shard(model.key).markChosen(model.key, model.lastMark());
            } else {
                tickets.put(journal.append(record), model);
            }
        }

        private void drain() {
            journal.drain();
            for (long ticket : journal.durable) {
                Objects.requireNonNull(tickets.get(ticket)).reportDurable();
            }
            journal.durable.clear();
        }

        private EntityModel.State found(EntityModel model) {
            Stored stored = journal.load(model.key);
            List<EntryValue> replayed = new ArrayList<>();
            journal.shard(model.key)
                    .replay(
                            model.key,
                            model.dataDurable() + 1,
                            (entry, value) -> replayed.add(value));
            return new EntityModel.State(stored, replayed);
        }

        private void check() {
            drain();
            for (EntityModel model : models) {
                if (model.isSettled()) {
                    EntityModel.State found = found(model);
                    // Without power nothing can be read: the entity is amnesiac then.
                    assertTrue(
                            model.belief().matches(found) || !fs.faults().hasPower(),
                            () -> model.key + ": " + model.belief() + " but " + found);
                }
            }
        }

        private boolean hasBadCheckpoint() {
            return journal.journal.damage().stream()
                    .anyMatch(found -> found.kind() == FileDamage.Kind.BAD_CHECKPOINT);
        }

        private static boolean isPowerLoss(IOException e) {
            return String.valueOf(e.getCause()).contains("power loss")
                    || String.valueOf(e.getMessage()).contains("power loss");
        }

        private void restart() throws IOException {
            int kind = random.nextInt(3);
            if (kind == 0) {
                journal.journal.close();
                if (journal.failures.isEmpty()) {
                    drain();
                }
                reopen();
            } else if (kind == 1) {
                fs = fs.killProcess();
                reopen();
            } else {
                powerLoss();
            }
        }

        /** After an error the store must end; what it wrote last is visible but not durable. */
        private void afterError() throws IOException {
            if (random.nextBoolean()) {
                fs = fs.killProcess();
                reopen();
            } else {
                powerLoss();
            }
        }

        private void powerLoss() throws IOException {
            crashes++;
            fs = fs.crash();
            reopen();
        }

        private void reopen() throws IOException {
            JournalStats stats = journal.journal.stats();
            checkpoints += stats.checkpoints();
            carriedBytes += stats.carriedBytes();
            droppedFiles += stats.droppedFiles();
            fs.faults().failForce(0);
            if (random.nextInt(5) == 0) {
                fs.faults().powerLossAt(1 + random.nextInt(12));
            }
            boolean flipped = random.nextInt(100) == 0;
            if (flipped && fs.exists(TestJournal.DIRECTORY.resolve("CHECKPOINT"))) {
                fs.flipBit(TestJournal.DIRECTORY.resolve("CHECKPOINT"), random.nextInt(48), 1);
            }
            while (true) {
                try {
                    journal = open();
                    journal.journal.begin();
                    List<FileDamage> losses = journal.journal.damage();
                    assertEquals(
                            List.of(),
                            losses.stream().filter(found -> found.kind().isLoss()).toList());
                    over = hasBadCheckpoint();
                    for (EntityModel model : models) {
                        journal.shard(model.key).dataDurable(model.key, model.dataDurable());
                        EntityModel.State found = found(model);
                        if (over ? !model.restartWithoutCheckpoint(found) : !model.restart(found)) {
                            Assertions.fail(
                                    model.key
                                            + ": illegal after restart: "
                                            + found
                                            + " instead of "
                                            + model.belief());
                        }
                    }
                    tickets.clear();
                    return;
                } catch (IOException e) {
                    if (!isPowerLoss(e)) {
                        throw e;
                    }
                    crashes++;
                    fs = fs.crash();
                }
            }
        }
    }
}
