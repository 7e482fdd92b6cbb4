package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.JournalConfig;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The engine with its own threads, on a real directory: opened by its defaults but for sizes. */
class EntityEngineThreadsTest {
    private static final int ENTRIES = 300;

    @TempDir Path root;

    /** The owner: wakes its only thread, the test's. */
    private static final class Owner implements StorageEngine.Listener {
        final Semaphore woken = new Semaphore(0);
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        volatile Standing standing = Standing.NEW;

        @Override
        public void wake(int shardIndex) {
            woken.release();
        }

        @Override
        public void failed(Throwable cause) {
            failure.set(cause);
        }

        @Override
        public void damaged(int shardIndex, EntityKey key) {
            failure.set(new AssertionError("damaged: " + key));
        }
    }

    private EntityEngine open(Owner owner, int incarnation) throws IOException {
        EntityEngineConfig config =
                EntityEngineConfig.of(root.resolve("entities"), new UUID(1, 1), incarnation, 1);
        JournalConfig journal =
                config.journal().withSizes(8192, 256, Truth.PAYLOAD_MAX).withSegments(64 << 10, 1);
        return EntityEngine.open(
                config.withStores(journal, TestEngine.SMALL, config.data())
                        .withUpkeep(
                                Duration.ofMillis(20),
                                1 << 20,
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(1)),
                FileSystem.real(),
                owner,
                EntityEnvironment.system(() -> owner.standing));
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void entriesBecomeDurableAndLeaveTheJournal() throws IOException, InterruptedException {
        Truth truth = new Truth(1, new Random(5));
        Owner owner = new Owner();
        try (EntityEngine engine = open(owner, 1)) {
            assertFalse(engine.isLost());
            engine.begin();
            owner.standing = Standing.WHOLE;
            EntityEngineShard shard = engine.shard(0);
            long[] durable = new long[1];
            for (int entry = 1; entry <= ENTRIES; entry++) {
                truth.choose(truth.proposal());
                shard.apply(truth.apply(entry));
                shard.append(
                        new LogRecord(truth.key, entry, 0, 0, truth.value(entry), true, entry),
                        entry);
                shard.commit();
                while (durable[0] < entry) {
                    assertTrue(owner.woken.tryAcquire(30, TimeUnit.SECONDS), "no wake-up");
                    shard.drain((key, ticket) -> durable[0] = ticket);
                }
            }
            // The background flushes by age, and the journal hears of it.
            while (!shard.entriesAbove(truth.key, 0, 100).isEmpty()) {
                assertTrue(owner.woken.tryAcquire(30, TimeUnit.SECONDS), "no wake-up");
                shard.drain((key, ticket) -> {});
            }
            assertEquals(null, owner.failure.get());
        }
        try (EntityEngine engine = open(owner, 2)) {
            assertFalse(engine.isLost());
            engine.begin();
            Stored stored = engine.shard(0).load(truth.key, true);
            assertEquals(ENTRIES, stored.version());
            TestEngine.checkHead(truth, stored);
        }
        assertEquals(null, owner.failure.get());
    }
}
