package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.Room;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * Random legal records, merges, restarts, kills and power losses between any two disk operations,
 * against the naive twin {@link RecordModel}. One more seed: -Dstorage.seed=N.
 */
class BitcaskModelTest {
    private static final int SEEDS = 150;
    private static final int STEPS = 1500;

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
            crashes += history.crashes;
            full += history.sawFullDisk ? 1 : 0;
        }
        assertTrue(merged > 5 * SEEDS, "merges must occur: " + merged);
        assertTrue(full > SEEDS / 2, "full disks must occur: " + full);
        assertTrue(crashes > 5 * SEEDS, "crashes must occur: " + crashes);
    }

    private static final class History {
        private final SplittableRandom random;
        private final List<RecordModel> models = new ArrayList<>();
        private final Map<Long, RecordModel> tickets = new HashMap<>();
        private CrashableFileSystem fs;
        private TestStore store;
        private long sequence;
        private long merged;
        private long crashes;
        private boolean sawFullDisk;

        History(long seed) throws IOException {
            random = new SplittableRandom(seed);
            fs = new CrashableFileSystem(seed);
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                byte[] name = new byte[1 + random.nextInt(20)];
                random.nextBytes(name);
                name[0] = (byte) i;
                models.add(new RecordModel(new EntityKey(random.nextInt(3), name)));
            }
            store = open();
        }

        private TestStore open() throws IOException {
            int segmentBytes = (4 + random.nextInt(5)) * 4096;
            BitcaskConfig config = TestStore.config();
            config =
                    new BitcaskConfig(
                            config.directory(),
                            1 + random.nextInt(3),
                            segmentBytes,
                            1 + random.nextInt(2),
                            4096,
                            256,
                            2048,
                            1 << 20,
                            0.05 + random.nextDouble() * 0.5,
                            1 << 30,
                            100,
                            BitcaskConfig.Space.DEFAULT,
                            BitcaskConfig.Scrub.DEFAULT,
                            false);
            return new TestStore(config, fs);
        }

        void run() throws IOException {
            for (int step = 0; step < STEPS; step++) {
                int kind = random.nextInt(100);
                if (kind < 45) {
                    append();
                } else if (kind < 60) {
                    store.engine.shard(random.nextInt(store.engine.shardCount())).commit();
                } else if (kind < 75) {
                    store.engine.runWriterOnce();
                } else if (kind < 85) {
                    drain();
                } else if (kind < 94) {
                    for (int left = 1 + random.nextInt(6); left > 0; left--) {
                        store.step();
                    }
                } else if (kind < 98) {
                    check();
                } else {
                    restart();
                }
                if (random.nextInt(400) == 0) {
                    fs.faults().powerLossAt(1 + random.nextInt(30));
                } else if (random.nextInt(300) == 0) {
                    fs.faults().failForce(1 + random.nextInt(3));
                } else if (random.nextInt(300) == 0) {
                    fs.fillUpTo(random.nextInt(200_000));
                } else if (random.nextInt(100) == 0) {
                    fs.faults().capacityBytes(Long.MAX_VALUE);
                }
                sawFullDisk |= store.room.room() == Room.NONE;
                if (!store.failures.isEmpty()) {
                    afterError();
                }
            }
            powerLoss();
        }

        private void append() {
            if (store.room.room() == Room.NONE) {
                return;
            }
            RecordModel model = models.get(random.nextInt(models.size()));
            LogRecord record = model.next(random, ++sequence);
            if (record == null) {
                store.shard(model.key).markChosen(model.key, model.lastMark());
            } else {
                tickets.put(store.append(record), model);
            }
        }

        private void drain() {
            store.drain();
            for (long ticket : store.durable) {
                Objects.requireNonNull(tickets.get(ticket)).reportDurable();
            }
            store.durable.clear();
        }

        private void check() throws IOException {
            for (RecordModel model : models) {
                if (model.isSettled()) {
                    Stored found = store.load(model.key);
                    // Without power nothing can be read: the entity is amnesiac then.
                    assertTrue(
                            RecordModel.same(model.belief(), found)
                                    || (found.amnesiac() && !fs.faults().hasPower()),
                            () -> model.key + ": " + model.belief() + " but " + found);
                }
            }
        }

        private static boolean isPowerLoss(IOException e) {
            return String.valueOf(e.getCause()).contains("power loss")
                    || String.valueOf(e.getMessage()).contains("power loss");
        }

        private void restart() throws IOException {
            int kind = random.nextInt(3);
            merged += store.engine.stats().mergedSegments();
            if (kind == 0) {
                store.close();
                if (store.failures.isEmpty()) {
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
            fs.faults().failForce(0);
            fs.faults().capacityBytes(Long.MAX_VALUE);
            if (random.nextInt(5) == 0) {
                fs.faults().powerLossAt(1 + random.nextInt(12));
            }
            while (true) {
                try {
                    store = open();
                    List<DamageReport> losses = store.identity.damage().reports();
                    assertEquals(
                            List.of(),
                            losses.stream().filter(report -> report.kind().isLoss()).toList());
                    for (RecordModel model : models) {
                        Stored found = store.load(model.key);
                        if (!model.restart(found)) {
                            Assertions.fail(model.key + ": illegal after restart: " + found);
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
