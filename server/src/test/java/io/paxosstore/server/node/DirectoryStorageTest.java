package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ConfigurationLoader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a store takes in depends on the format alone: with the lowest limits for clients and the
 * smallest files it holds whatever another node, or this one under other settings, can have made.
 */
final class DirectoryStorageTest {
    private static final int ROUNDS = 4;
    private static final long SECONDS = 30;

    /** Of a key-value space and of an entity space, which are different engines'. */
    private static final List<EntityKey> LONGEST_KEYS =
            List.of(
                    new EntityKey(1, new byte[RecordFormat.KEY_BYTES_MAX]),
                    new EntityKey(1 << 24, new byte[RecordFormat.KEY_BYTES_MAX]));

    @TempDir private Path directory = Path.of("set by JUnit");

    private final Semaphore durable = new Semaphore(0);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    private final StorageEngine.Listener listener =
            new StorageEngine.Listener() {
                @Override
                public void wake(int shardIndex) {
                    durable.release();
                }

                @Override
                public void failed(Throwable cause) {
                    failure.set(cause);
                    durable.release();
                }

                @Override
                public void damaged(int shardIndex, EntityKey key) {
                    failed(new AssertionError("damaged: " + key));
                }
            };

    private Configuration smallest() throws Exception {
        return new ConfigurationLoader()
                .set("cluster.nodes", "1=127.0.0.1:7400")
                .set("node.id", "1")
                .set("node.directory", directory.toString())
                .set("server.shards", "1")
                .set("limits.key-bytes", "1B")
                .set("limits.value-bytes", "1KiB")
                .set("storage.segment-bytes", "8MiB")
                .set("storage.batch-bytes", "4KiB")
                .set("entities.journal-file-bytes", "8MiB")
                .set("entities.cache-bytes", "2MiB")
                .set("entities.memtable-bytes", "1MiB")
                .load();
    }

    private static byte[] largestPayload(long seed) {
        byte[] payload = new byte[RecordFormat.PAYLOAD_BYTES_MAX];
        new Random(seed).nextBytes(payload);
        return payload;
    }

    private void append(ShardStorage shard, EntityKey key, long round) throws Exception {
        EntryValue value = EntryValue.of(new ValueId(1, 1, round), largestPayload(round));
        append(shard, new LogRecord(key, 1, round, round, value, false, 0), round);
    }

    private void append(ShardStorage shard, LogRecord record, long ticket) throws Exception {
        shard.of(record.key()).append(record, ticket);
        shard.of(record.key()).commit();
        long[] done = new long[1];
        while (done[0] != ticket) {
            assertTrue(durable.tryAcquire(SECONDS, TimeUnit.SECONDS), "it becomes durable");
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
            shard.drain((entity, durableTicket) -> done[0] = durableTicket);
        }
    }

    private static void assertHeld(ShardStorage shard, EntityKey key) {
        EntryValue held = shard.of(key).load(key, true).pendingValue();
        assertArrayEquals(largestPayload(ROUNDS), held == null ? null : held.payload());
    }

    private static KnownNodes known(Configuration configuration) throws StartException {
        return StartNodes.find(configuration);
    }

    @Test
    void theLongestRecordsOfTheFormatFitWhateverTheLimitsAre() throws Exception {
        NodeStorage storage = DirectoryStorage.open(smallest(), known(smallest()), listener);
        for (EntityKey key : LONGEST_KEYS) {
            for (long round = 1; round <= ROUNDS; round++) {
                append(storage.shard(0), key, round);
            }
            assertHeld(storage.shard(0), key);
        }
        storage.close();
        NodeStorage again = DirectoryStorage.open(smallest(), known(smallest()), listener);
        LONGEST_KEYS.forEach(key -> assertHeld(again.shard(0), key));
        again.close();
    }

    /** Rules M4, M6, in both engines: an entity that was rebuilt votes before its slot is whole. */
    @Test
    void aSlotThatIsEnteredAnewIsRebuiltEntityByEntity() throws Exception {
        List<EntityKey> rebuilt = List.of(key(1, "{slot}a"), key(1 << 24, "{slot}a"));
        List<EntityKey> neighbours = List.of(key(1, "{slot}b"), key(1 << 24, "{slot}b"));
        List<EntityKey> others = List.of(key(1, "other"), key(1 << 24, "other"));
        int slot = Slots.of(rebuilt.get(0));
        SlotConfiguration first = SlotConfiguration.first(List.of(1));
        List<SlotRecord> entered = List.of(new SlotRecord(slot, first, SlotStanding.REBUILDING));

        NodeStorage storage = DirectoryStorage.open(smallest(), known(smallest()), listener);
        storage.standing(Standing.WHOLE);
        assertEquals(List.of(), storage.slots());
        storage.enter(entered);
        List<SlotRecord> tenured = storage.slots();
        assertEquals(SlotStanding.REBUILDING, tenured.getFirst().standing());
        assertEquals(storage.incarnation(), tenured.getFirst().tenure());
        assertAmnesiac(true, storage, rebuilt);
        for (EntityKey key : rebuilt) {
            append(
                    storage.shard(0),
                    new LogRecord(key, 1, 0, 0, null, false, 0, true),
                    key.space());
        }
        assertAmnesiac(false, storage, rebuilt);
        assertAmnesiac(true, storage, neighbours);
        assertAmnesiac(false, storage, others);
        storage.close();

        NodeStorage again = DirectoryStorage.open(smallest(), known(smallest()), listener);
        assertEquals(tenured, again.slots());
        assertEquals(Standing.WHOLE, again.standing());
        assertAmnesiac(true, again, rebuilt);
        assertAmnesiac(false, again, others);
        again.beforeWhole();
        again.enter(List.of(new SlotRecord(slot, first, SlotStanding.WHOLE)));
        assertAmnesiac(false, again, rebuilt);
        assertAmnesiac(false, again, neighbours);
        again.close();
    }

    private static EntityKey key(int space, String name) {
        return new EntityKey(space, name.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertAmnesiac(boolean are, NodeStorage storage, List<EntityKey> keys) {
        for (EntityKey key : keys) {
            assertEquals(are, storage.shard(0).of(key).load(key, false).amnesiac(), key.toString());
        }
    }
}
