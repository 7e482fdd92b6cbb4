package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.JournalConfig;
import io.paxosstore.log.journal.JournalEnvironment;
import io.paxosstore.lsm.model.EntityAudit;
import io.paxosstore.lsm.model.LogicalState;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.LsmConfig;
import io.paxosstore.lsm.store.MergeConfig;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** An engine without threads, stepped by a test. */
final class TestEngine implements StorageEngine.Listener {
    static final Path DIRECTORY = Path.of("/entities");
    static final Path JOURNAL = DIRECTORY.resolve(EntityEngineConfig.JOURNAL);
    static final UUID STORE = new UUID(5, 6);
    static final LsmConfig SMALL =
            new LsmConfig(4 << 20, 2 << 20, LsmConfig.Compression.NONE, 1, 64, 1000)
                    .withMerges(new MergeConfig(1, 0.001, Duration.ofSeconds(1), 16 * 1024, 100));

    final EntityEngine engine;
    final List<Throwable> failures = new ArrayList<>();
    final List<EntityKey> damaged = new ArrayList<>();
    final Set<Long> durable = new HashSet<>();
    final Set<Integer> woken = new HashSet<>();
    Standing standing;
    Supplier<SlotRebuildings> slots = () -> SlotRebuildings.NONE;
    final List<DueObject> dueObjects = new ArrayList<>();
    long nanos;
    long wallMillis;
    int dropped;
    private long ticket;

    TestEngine(FileSystem fs, Path data, int incarnation, int shards, Standing standing)
            throws IOException {
        this(fs, data, incarnation, shards, standing, ApplyBatching.OFF, 0, TestEngine::first);
    }

    private TestEngine(
            FileSystem fs,
            Path data,
            int incarnation,
            int shards,
            Standing standing,
            ApplyBatching batching,
            int dropped,
            Supplier<SlotTenures> tenures)
            throws IOException {
        this.standing = standing;
        this.dropped = dropped;
        EntityEngineConfig config = EntityEngineConfig.of(DIRECTORY, STORE, incarnation, shards);
        JournalConfig journal =
                config.journal()
                        .withSizes(4096, 256, Truth.PAYLOAD_MAX)
                        .withSegments(32 << 10, 1)
                        .withReclaim(64 << 10, 0.5, Duration.ofHours(1))
                        .withoutThreads();
        EntityEnvironment environment =
                new EntityEnvironment(
                        () -> this.standing,
                        () -> this.slots.get(),
                        new JournalEnvironment(
                                () -> nanos,
                                space -> space == this.dropped,
                                tenures,
                                () -> true,
                                (b, r, y, n) -> {}),
                        () -> wallMillis,
                        key -> true,
                        dueObjects::addAll);
        engine =
                EntityEngine.open(
                        config.withStores(journal, SMALL, data)
                                .withUpkeep(
                                        Duration.ofSeconds(5),
                                        1 << 20,
                                        Duration.ofSeconds(10),
                                        Duration.ofMinutes(5))
                                .withBatching(batching),
                        fs,
                        this,
                        environment);
    }

    /** Opens and begins an engine of a node that has its memory. */
    static TestEngine open(FileSystem fs, Path data, int incarnation) throws IOException {
        return open(fs, data, incarnation, 1);
    }

    /**
     * @param tenures which records of slots count
     */
    static TestEngine open(FileSystem fs, Path data, int incarnation, Supplier<SlotTenures> tenures)
            throws IOException {
        return open(fs, data, incarnation, 1, ApplyBatching.OFF, 0, tenures);
    }

    static TestEngine open(FileSystem fs, Path data, int incarnation, int shards)
            throws IOException {
        return open(fs, data, incarnation, shards, ApplyBatching.OFF);
    }

    static TestEngine open(
            FileSystem fs, Path data, int incarnation, int shards, ApplyBatching batching)
            throws IOException {
        return open(fs, data, incarnation, shards, batching, 0);
    }

    /**
     * @param dropped a space that is known to be dropped; 0 for none
     */
    static TestEngine open(
            FileSystem fs,
            Path data,
            int incarnation,
            int shards,
            ApplyBatching batching,
            int dropped)
            throws IOException {
        return open(fs, data, incarnation, shards, batching, dropped, TestEngine::first);
    }

    private static TestEngine open(
            FileSystem fs,
            Path data,
            int incarnation,
            int shards,
            ApplyBatching batching,
            int dropped,
            Supplier<SlotTenures> tenures)
            throws IOException {
        boolean fresh = !fs.exists(DIRECTORY.resolve(EntityIdentity.FILE));
        Standing first = fresh ? Standing.NEW : Standing.WHOLE;
        TestEngine opened =
                new TestEngine(fs, data, incarnation, shards, first, batching, dropped, tenures);
        assertFalse(opened.engine.isLost(), "nothing is lost");
        opened.begin();
        opened.standing = Standing.WHOLE;
        return opened;
    }

    /** Opens and begins an engine of a node that has lost its memory, and is not whole yet. */
    static TestEngine openRebuilding(
            FileSystem fs, Path data, int incarnation, int shards, ApplyBatching batching)
            throws IOException {
        TestEngine opened =
                new TestEngine(
                        fs,
                        data,
                        incarnation,
                        shards,
                        Standing.REBUILDING,
                        batching,
                        0,
                        TestEngine::first);
        opened.begin();
        return opened;
    }

    /** The same, where not all records of slots count. */
    static TestEngine openRebuilding(
            FileSystem fs, Path data, int incarnation, Supplier<SlotTenures> tenures)
            throws IOException {
        TestEngine opened =
                new TestEngine(
                        fs,
                        data,
                        incarnation,
                        1,
                        Standing.REBUILDING,
                        ApplyBatching.OFF,
                        0,
                        tenures);
        opened.begin();
        return opened;
    }

    /** No slot was ever left. */
    private static SlotTenures first() {
        return SlotTenures.FIRST;
    }

    private void begin() throws IOException {
        try {
            engine.begin();
        } catch (IOException e) {
            engine.close();
            throw e;
        }
    }

    EntityEngineShard shard(EntityKey key) {
        return engine.shard(key.shard(engine.shardCount()));
    }

    long append(LogRecord record) {
        shard(record.key()).append(record, ++ticket);
        return ticket;
    }

    void accept(Truth truth, long entry, long number, EntryValue value, long version) {
        append(new LogRecord(truth.key, entry, number, number, value, false, version));
    }

    /** The next entry of the truth is learnt: what the core does then. */
    void learn(Truth truth, long entry) {
        shard(truth.key).apply(truth.apply(entry));
        append(new LogRecord(truth.key, entry, 0, 0, truth.value(entry), true, entry));
    }

    void commit() {
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            engine.shard(shard).commit();
        }
    }

    void drain() {
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            engine.shard(shard).drain((key, done) -> durable.add(done));
        }
    }

    /** Makes all records durable. */
    void settle() {
        commit();
        while (engine.runWriterOnce() > 0) {}
        drain();
    }

    /** Runs the background work until there is none. */
    void upkeep() {
        int quiet = 0;
        while (quiet < 4) {
            nanos += 1_000_000;
            quiet = engine.runBackgroundOnce() > 0 ? 0 : quiet + 1;
            settle();
        }
    }

    /** Data durable, journal told, checkpoint, reclaim. */
    void flushAndReclaim() {
        engine.flush();
        settle();
        engine.requestCheckpoint();
        upkeep();
    }

    /** A space was dropped, the only one. */
    void drop(int space) {
        dropped = space;
        engine.spacesDropped(new int[] {space});
    }

    /** What is held of slots is forgotten, but for the data. */
    void forget(IntPredicate slots) {
        int[] left = {engine.shardCount()};
        for (int shard = 0; shard < engine.shardCount(); shard++) {
            engine.shard(shard).forget(slots, () -> left[0]--);
        }
        for (int turns = 0; left[0] > 0; turns++) {
            assertTrue(turns < 1000, "it has no end");
            settle();
        }
    }

    Stored load(Truth truth) {
        return shard(truth.key).load(truth.key, true);
    }

    /** Checks that the entity's data and head are those of a version. */
    void checkData(Truth truth, long version) {
        Stored stored = load(truth);
        assertEquals(version, stored.version());
        checkHead(truth, stored);
        MemoryState expected = truth.state(version);
        try (SnapshotState state = engine.data().read(truth.key)) {
            assertEquals(version, state.entry());
            LogicalState.check(state, expected);
            assertEquals(List.of(), EntityAudit.of(state).problems());
            EntityMeta meta = state.meta();
            Long digest =
                    meta == null ? null : EntityDigest.of(state, meta.applied(), bytes -> true);
            assertEquals(version == 0 ? null : truth.digest(version), digest);
        }
    }

    /** What becomes of a digest at a version, when all is done that can be. */
    ContentDigest.State digest(Truth truth, long version) {
        try (ContentDigest digest = shard(truth.key).digest(truth.key, version)) {
            return computed(digest);
        }
    }

    /** What has become of a digest, when all is done that can be. */
    ContentDigest.State computed(ContentDigest digest) {
        for (int steps = 0;
                digest.state() instanceof ContentDigest.State.Waiting && steps < 100;
                steps++) {
            engine.runBackgroundOnce();
        }
        return digest.state();
    }

    static void checkHead(Truth truth, Stored stored) {
        EntityHead head = stored.head();
        assertNotNull(head);
        EntityHead expected = truth.head(stored.version());
        assertEquals(stored.version(), head.version());
        assertEquals(expected.id(), head.id());
        assertEquals(expected.clockMillis(), head.clockMillis());
        assertArrayEquals(expected.requestTable(), head.requestTable());
        EntryValue value = stored.chosenValue();
        if (value != null) {
            assertEquals(expected.id(), value.id());
        }
    }

    /** Whatever is given as chosen was chosen. Returns how many entries there are. */
    int checkEntries(Truth truth) {
        int found = 0;
        for (long above = 0; above < truth.newest(); above++) {
            List<EntryValue> entries = shard(truth.key).entriesAbove(truth.key, above, 4000);
            for (int i = 0; i < entries.size(); i++) {
                EntryValue expected = truth.value(above + 1 + i);
                assertEquals(expected.id(), entries.get(i).id(), "a losing value is served");
                found++;
            }
        }
        return found;
    }

    @Override
    public void wake(int shardIndex) {
        woken.add(shardIndex);
    }

    @Override
    public void failed(Throwable cause) {
        failures.add(cause);
    }

    @Override
    public void damaged(int shardIndex, EntityKey key) {
        damaged.add(key);
    }
}
