package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** The engine with its own threads on a real disk: writes, loads and merges at once. */
class BitcaskThreadsTest implements StorageEngine.Listener {
    private static final int SHARDS = 2;
    private static final int KEYS = 300;
    private static final int ROUNDS = 300;
    private static final int BATCH = 40;

    private final Semaphore[] wake = {new Semaphore(0), new Semaphore(0)};
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    @TempDir private Path directory;

    private BitcaskConfig config() {
        return BitcaskConfig.of(directory.resolve("store"), SHARDS)
                .withSizes(16 << 10, 256, 4096)
                .withSegments(256 << 10, 2)
                .withMerge(0.3, 1 << 30)
                .withUpkeep(100, BitcaskConfig.Space.DEFAULT, BitcaskConfig.Scrub.DEFAULT);
    }

    @Test
    void writesAndLoadsGoOnWhileSegmentsAreMerged() throws Exception {
        long[] versions = new long[KEYS];
        NodeStore store = NodeStore.open(config(), FileSystem.real(), this);
        BitcaskEngine engine = store.engine;
        store.standing(Standing.WHOLE);
        List<Thread> threads = new ArrayList<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            int index = shard;
            threads.add(Thread.ofPlatform().start(() -> run(engine, index, versions)));
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(120));
        }
        assertNull(failure.get(), () -> String.valueOf(failure.get()));
        BitcaskStats stats = engine.stats();
        assertTrue(stats.mergedSegments() > 0, stats::toString);
        assertEquals(0, store.identity.damage().losses());
        store.close();

        try (NodeStore reopened = NodeStore.open(config(), FileSystem.real(), this)) {
            BitcaskEngine again = reopened.engine;
            assertEquals(List.of(), reopened.identity.damage().reports());
            for (int i = 0; i < KEYS; i++) {
                EntityKey key = key(i);
                Stored found = again.shard(key.shard(SHARDS)).load(key, true);
                assertEquals(versions[i], Math.max(found.version(), found.pendingEntry()));
            }
        }
    }

    private void run(BitcaskEngine engine, int index, long[] versions) {
        try {
            StorageShard shard = engine.shard(index);
            List<Integer> own = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                if (key(i).shard(SHARDS) == index) {
                    own.add(i);
                }
            }
            SplittableRandom random = new SplittableRandom(index);
            for (int round = 0; round < ROUNDS; round++) {
                round(shard, index, own, random, versions);
            }
        } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
            failure.compareAndSet(null, e);
        }
    }

    private void round(
            StorageShard shard,
            int index,
            List<Integer> own,
            SplittableRandom random,
            long[] versions)
            throws IOException, InterruptedException {
        for (int i = 0; i < BATCH; i++) {
            int number = own.get(random.nextInt(own.size()));
            long entry = versions[number] + 1;
            versions[number] = entry;
            shard.append(
                    new LogRecord(key(number), entry, 1, 1, value(number, entry), false, entry - 1),
                    i);
        }
        shard.commit();
        int drained = 0;
        while (drained < BATCH) {
            assertTrue(wake[index].tryAcquire(60, TimeUnit.SECONDS), "no wake-up");
            drained += shard.drain((key, ticket) -> {});
        }
        for (int i = 0; i < 10; i++) {
            int number = own.get(random.nextInt(own.size()));
            Stored found = shard.load(key(number), true);
            if (random.nextBoolean()) {
                shard.markChosen(key(number), versions[number]);
            }
            assertEquals(versions[number], Math.max(found.version(), found.pendingEntry()));
            EntryValue value =
                    found.pendingEntry() > 0 ? found.pendingValue() : found.chosenValue();
            if (value != null) {
                assertEquals(versions[number], ByteBuffer.wrap(value.payload()).getLong(8));
            }
        }
        assertEquals(0, shard.pendingBytes());
    }

    private static EntryValue value(int number, long entry) {
        byte[] payload = new byte[100];
        ByteBuffer.wrap(payload).putLong(number).putLong(entry);
        return EntryValue.of(new ValueId(1, 1, entry), payload);
    }

    private static EntityKey key(int number) {
        return new EntityKey(1, ByteBuffer.allocate(8).putLong(number).array());
    }

    @Override
    public void wake(int shardIndex) {
        wake[shardIndex].release();
    }

    @Override
    public void damaged(int shardIndex, EntityKey key) {}

    @Override
    public void failed(Throwable cause) {
        failure.compareAndSet(null, cause);
    }
}
