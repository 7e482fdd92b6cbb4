package io.paxosstore.log.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The journal with its threads on a real disk: shards append while files are carried and dropped.
 */
class JournalThreadsTest {
    private static final int SHARDS = 2;
    private static final int ENTITIES = 60;
    private static final int ROUNDS = 150;
    private static final long DEADLINE_SECONDS = 60;

    /** Wakes the shards' threads. */
    private static final class Wakes implements StorageEngine.Listener {
        final Semaphore[] wakes = {new Semaphore(0), new Semaphore(0)};
        final AtomicReference<Throwable> failure = new AtomicReference<>();

        @Override
        public void wake(int shardIndex) {
            wakes[shardIndex].release();
        }

        @Override
        public void failed(Throwable cause) {
            failure.set(cause);
            for (Semaphore wake : wakes) {
                wake.release();
            }
        }

        @Override
        public void damaged(int shardIndex, EntityKey key) {
            failed(new AssertionError("damaged: " + key));
        }
    }

    private static EntityKey key(int number) {
        return new EntityKey(1, ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
    }

    private static LogRecord record(int entity, long entry) {
        byte[] payload = new byte[300];
        payload[0] = (byte) entity;
        payload[1] = (byte) entry;
        EntryValue value = EntryValue.of(new ValueId(1, 1, entry), payload);
        return new LogRecord(key(entity), entry, 0, 0, value, true, entry);
    }

    private static JournalConfig config(Path directory, int incarnation) {
        return JournalConfig.of(directory, new UUID(3, 4), incarnation, SHARDS)
                .withSizes(4096, 256, 2048)
                .withSegments(64 << 10, 2)
                .withReclaim(256 << 10, 0.8, Duration.ofSeconds(1));
    }

    private static void runShard(Journal journal, int shard, Wakes wakes)
            throws InterruptedException {
        JournalShard own = journal.shard(shard);
        List<Integer> entities = new ArrayList<>();
        for (int entity = 0; entity < ENTITIES; entity++) {
            if (key(entity).shard(SHARDS) == shard) {
                entities.add(entity);
            }
        }
        long ticket = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            long wanted = 0;
            for (int entity : entities) {
                // Some entities are written at the begin only: they have to be carried.
                if (entity % 5 == 0 ? round <= 3 : true) {
                    own.append(record(entity, round), ++ticket);
                    wanted++;
                }
            }
            own.commit();
            while (wanted > 0) {
                assertTrue(wakes.wakes[shard].tryAcquire(DEADLINE_SECONDS, TimeUnit.SECONDS));
                wakes.wakes[shard].drainPermits();
                wanted -= own.drain((key, done) -> {});
                assertEquals(null, wakes.failure.get());
            }
            for (int entity : entities) {
                own.dataDurable(key(entity), round - 2L);
            }
        }
        // The background asks for more, until something was carried.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (journal.stats().carriedBytes() == 0 && System.nanoTime() < end) {
            wakes.wakes[shard].tryAcquire(100, TimeUnit.MILLISECONDS);
            own.drain((key, done) -> {});
        }
    }

    @Test
    void shardsAppendWhileFilesAreReclaimed(@TempDir Path directory) throws Exception {
        Wakes wakes = new Wakes();
        Journal journal = open(directory, 1, wakes);
        Thread[] threads = new Thread[SHARDS];
        for (int shard = 0; shard < SHARDS; shard++) {
            int own = shard;
            threads[shard] =
                    new Thread(() -> {
                        try {
                            runShard(journal, own, wakes);
                        } catch (InterruptedException | RuntimeException | Error e) {
                            wakes.failed(e);
                        }
                    });
            threads[shard].start();
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(2 * DEADLINE_SECONDS));
        }
        assertEquals(null, wakes.failure.get());
        JournalStats stats = journal.stats();
        journal.close();
        assertTrue(stats.checkpoints() > 0, stats::toString);
        assertTrue(stats.droppedSegments() > 0, stats::toString);
        assertTrue(stats.carriedBytes() > 0, stats::toString);
        assertEquals(ENTITIES, stats.entities());
        check(directory);
    }

    private static Journal open(Path directory, int incarnation, Wakes wakes) throws IOException {
        Journal journal =
                Journal.open(
                        config(directory, incarnation),
                        FileSystem.real(),
                        wakes,
                        JournalEnvironment.system());
        assertEquals(List.of(), journal.damage());
        journal.begin();
        return journal;
    }

    private static void check(Path directory) throws IOException {
        Wakes wakes = new Wakes();
        Journal again = open(directory, 2, wakes);
        for (int entity = 0; entity < ENTITIES; entity++) {
            JournalShard own = again.shard(key(entity).shard(SHARDS));
            long newest = entity % 5 == 0 ? 3 : ROUNDS;
            assertEquals(newest, own.load(key(entity), true).version());
            List<Integer> shown = new ArrayList<>();
            long next =
                    own.replay(
                            key(entity),
                            newest == 3 ? 3 : ROUNDS - 1,
                            (entry, value) -> shown.add((int) value.payload()[1]));
            assertEquals(newest + 1, next);
            assertEquals((byte) newest, (byte) (int) shown.getLast());
        }
        again.close();
    }
}
