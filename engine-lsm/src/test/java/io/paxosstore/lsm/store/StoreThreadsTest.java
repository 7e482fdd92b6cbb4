package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ValueId;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.protocol.model.ValueOperation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ReadOptions;
import org.rocksdb.Snapshot;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/** Several shards at one store, while others flush, purge, merge tables and read. */
@Timeout(120)
class StoreThreadsTest {
    private static final int SHARDS = 3;
    private static final int WRITES = 150;
    private static final int SMALL_WRITES = 3000;
    private static final int OBJECTS = 50;
    private static final int ROUNDS = 300;
    private static final long NOW_MILLIS = 1_000_000;

    @TempDir Path root;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private LsmStore open() {
        return LsmStore.open(root.resolve("store"), Entities.SMALL, Entities.NO_FAILURES);
    }

    /** What a test does; in the meantime others work at the same store. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    /** Repeats steps, each on a thread of its own, until the work is done or has failed. */
    private void beside(List<Runnable> steps, Work work) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        List<Future<?>> repeated = new ArrayList<>();
        for (Runnable step : steps) {
            repeated.add(
                    threads.submit(() -> {
                        while (!done.get()) {
                            step.run();
                        }
                    }));
        }
        try {
            work.run();
        } finally {
            done.set(true);
            await(repeated);
        }
    }

    /** Waits until all have ended, because the store must not be closed before. */
    private static void await(List<Future<?>> futures) throws Exception {
        ExecutionException failed = null;
        for (Future<?> future : futures) {
            try {
                var _ = future.get(2, TimeUnit.MINUTES);
            } catch (ExecutionException e) {
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** Has each shard do something on a thread of its own. */
    private List<Future<?>> shards(IntConsumer work) {
        List<Future<?>> shards = new ArrayList<>();
        for (int i = 0; i < SHARDS; i++) {
            int shard = i;
            shards.add(threads.submit(() -> work.accept(shard)));
        }
        return shards;
    }

    @Test
    void shardsDoNotDisturbEachOther() throws Exception {
        List<Entities> shards = new ArrayList<>();
        for (int i = 0; i < SHARDS; i++) {
            shards.add(new Entities(new Random(i), 10 + i));
        }
        try (LsmStore store = open()) {
            Runnable upkeep =
                    () -> {
                        store.flush();
                        store.purge(0, 100);
                        store.stats();
                    };
            beside(
                    List.of(upkeep, () -> assertNull(store.merges().step().damaged())),
                    () ->
                            await(
                                    shards(i -> {
                                        for (int n = 0; n < WRITES; n++) {
                                            shards.get(i).write(store);
                                        }
                                    })));
            assertEquals((long) SHARDS * WRITES, store.sequence());
            shards.forEach(shard -> shard.checkNewest(store));
        }
        try (LsmStore store = open()) {
            shards.forEach(shard -> shard.checkNewest(store));
        }
    }

    /**
     * Rule D6: up to the durable sequence number every write is durable, also one that another
     * shard had begun before, and ended after, the one with that number. What a crash leaves is
     * what was written until some moment, as a snapshot of that moment shows it.
     */
    @Test
    void theDurableNumberPromisesNoWriteThatACrashLoses() throws Exception {
        Map<Long, EntityKey> answered = new ConcurrentHashMap<>();
        try (LsmStore store = open()) {
            List<Future<?>> writers =
                    shards(i -> {
                        EntityKey entity = Entities.key(i);
                        for (int n = 1; n <= SMALL_WRITES; n++) {
                            answered.put(put(store, entity, "v", n, 0), entity);
                        }
                    });
            try {
                long checked = 0;
                while (checked < (long) SHARDS * SMALL_WRITES) {
                    checked = checkSnapshot(store, answered, checked);
                }
            } finally {
                await(writers);
            }
            assertEquals(store.sequence(), store.flush());
        }
    }

    /** Returns the sequence number that a snapshot has: all up to it are in it, too. */
    private static long checkSnapshot(LsmStore store, Map<Long, EntityKey> answered, long checked)
            throws InterruptedException {
        Rocks rocks = store.rocks();
        Snapshot snapshot = rocks.db().getSnapshot();
        try (ReadOptions options = new ReadOptions().setSnapshot(snapshot)) {
            byte[] number = get(rocks, options, Family.STORE, Keys.SEQUENCE);
            long last = number == null ? 0 : ByteReader.of(number).getLong();
            assertTrue(last >= checked, last + " was written after " + checked);
            for (long sequence = checked + 1; sequence <= last; sequence++) {
                EntityKey entity = await(answered, sequence);
                byte[] meta = get(rocks, options, Family.META, Keys.meta(entity));
                assertTrue(
                        meta != null && EntityMeta.decode(meta).sequence() >= sequence,
                        "A crash that leaves the number " + last + " loses the write " + sequence);
            }
            return last;
        } finally {
            rocks.db().releaseSnapshot(snapshot);
            snapshot.close();
        }
    }

    private static byte @Nullable [] get(
            Rocks rocks, ReadOptions options, Family family, byte[] key) {
        return Failures.<byte @Nullable []>call(
                "A read", () -> rocks.db().get(rocks.handle(family), options, key));
    }

    /** Which entity was written with a sequence number, once that write is answered. */
    private static EntityKey await(Map<Long, EntityKey> answered, long sequence)
            throws InterruptedException {
        EntityKey entity;
        while ((entity = answered.remove(sequence)) == null) {
            if (Thread.interrupted()) {
                throw new InterruptedException("no write had the number " + sequence);
            }
            Thread.onSpinWait();
        }
        return entity;
    }

    /** Two entities never share the number under which their data lies, nor after a crash. */
    @Test
    void everyEntityHasANumberOfItsOwn() throws Exception {
        int entities = 500;
        Disk disk = new Disk(root.resolve("disk"));
        Path directory = disk.fresh();
        Path crashed;
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            AtomicInteger next = new AtomicInteger();
            beside(
                    List.of(store::flush),
                    () ->
                            await(
                                    shards(i -> {
                                        for (int n = next.getAndIncrement();
                                                n < entities;
                                                n = next.getAndIncrement()) {
                                            put(store, Entities.key(n), "v", n, 0);
                                        }
                                    })));
            store.flush();
            crashed = disk.crashImage(store, directory);
        }
        try (LsmStore store = LsmStore.open(crashed, Entities.SMALL, Entities.NO_FAILURES)) {
            put(store, Entities.key(entities), "v", 1, 0);
            assertEquals(entities + 1, numbers(store).size());
        }
    }

    /** The numbers under which data lies, each of one entity only. */
    private static Set<Long> numbers(LsmStore store) {
        Set<Long> numbers = new HashSet<>();
        for (ListedEntity one : store.entities(null, 1000)) {
            assertTrue(numbers.add(one.meta().number()), one::toString);
        }
        return numbers;
    }

    /**
     * Each write brings many entities to their next entry, those of other shards share their locks:
     * nobody waits for ever, and nobody sees an entity whose metadata is of another entry than its
     * records.
     */
    @Test
    void writesOfManyEntitiesAreSeenWhole() throws Exception {
        int turns = 200;
        List<List<EntityKey>> shards = new ArrayList<>();
        for (int i = 0; i < SHARDS; i++) {
            List<EntityKey> entities = new ArrayList<>();
            for (int n = 0; n < OBJECTS; n++) {
                entities.add(Entities.key(i * OBJECTS + n));
            }
            shards.add(entities);
        }
        try (LsmStore store = open()) {
            Runnable reader =
                    () -> shards.forEach(those -> those.forEach(one -> checkWhole(store, one)));
            beside(
                    List.of(reader, () -> store.purge(Long.MAX_VALUE / 2, 100), store::flush),
                    () ->
                            await(
                                    shards(i -> {
                                        List<EntityKey> mine = new ArrayList<>(shards.get(i));
                                        Collections.shuffle(mine, new Random(i));
                                        EntryBatch batch = store.batch();
                                        for (int turn = 1; turn <= turns; turn++) {
                                            for (EntityKey one : mine) {
                                                add(batch, one, turn);
                                            }
                                            batch.write();
                                            batch.takeOut((_, _) -> {});
                                            mine.forEach(one -> checkWhole(store, one));
                                        }
                                    })));
            for (List<EntityKey> those : shards) {
                for (EntityKey one : those) {
                    assertEquals(turns, checkWhole(store, one));
                }
            }
            assertEquals((long) SHARDS * turns, store.sequence());
        }
    }

    private static void add(EntryBatch batch, EntityKey entity, int entry) {
        EntityChanges.Change put =
                new EntityChanges.Put(
                        KeyLayout.header("v"),
                        new byte[] {1, ObjectType.VALUE.code(), (byte) entry});
        AppliedEntry applied =
                new AppliedEntry(entry, new ValueId(1, 1, entry), NOW_MILLIS, new byte[0]);
        batch.add(entity, applied, List.of(new EntityChanges(List.of(put)).encode()));
    }

    /** Returns the entry at which it is. */
    private static long checkWhole(LsmStore store, EntityKey entity) {
        try (SnapshotState state = store.read(entity)) {
            byte[] value = state.get(KeyLayout.header("v"));
            assertEquals((byte) state.entry(), value == null ? 0 : value[2]);
            return state.entry();
        }
    }

    /** A merge removes a delta record that it has read, unless an entry has written it anew. */
    @Test
    void mergesLoseNoRowThatIsWrittenMeanwhile() throws Exception {
        EntityKey entity = Entities.key(0);
        TableSchema schema =
                new TableSchema(
                        List.of(
                                Column.required("id", ColumnType.INT64),
                                Column.required("n", ColumnType.INT64)),
                        List.of("id"),
                        List.of(),
                        0);
        try (LsmStore store = open()) {
            apply(store, entity, NOW_MILLIS, new TableOperation.Create("t", schema, false));
            beside(
                    List.of(() -> assertNull(store.merges().step().damaged())),
                    () -> {
                        for (long n = 1; n <= SMALL_WRITES; n++) {
                            insert(store, entity, n % 3, n);
                            List<?> before = n < 3 ? List.of() : List.of(List.of(n - 2));
                            assertEquals(before, row(store, entity, (n + 1) % 3));
                        }
                    });
            assertTrue(store.merges().stats().steps() > 0);
        }
    }

    private static void insert(LsmStore store, EntityKey entity, long id, long n) {
        apply(
                store,
                entity,
                NOW_MILLIS,
                new TableOperation.Insert(
                        "t",
                        List.of("id", "n"),
                        List.of(List.of(id, n)),
                        TableOperation.Present.REPLACE,
                        0));
    }

    private static List<?> row(LsmStore store, EntityKey entity, long id) {
        Result rows =
                read(
                        store,
                        entity,
                        NOW_MILLIS,
                        new TableOperation.Get("t", List.of(List.of(id)), List.of("n")));
        return assertInstanceOf(Result.Rows.class, rows).rows();
    }

    /** The purge removes objects that have expired, unless an entry has made them anew. */
    @Test
    void thePurgeLosesNoObjectThatIsMadeMeanwhile() throws Exception {
        EntityKey entity = Entities.key(0);
        try (LsmStore store = open()) {
            AtomicLong removed = new AtomicLong();
            AtomicInteger runs = new AtomicInteger();
            Runnable purge =
                    () -> {
                        removed.addAndGet(store.purge(Long.MAX_VALUE / 2, 100).objects());
                        runs.incrementAndGet();
                    };
            beside(
                    List.of(purge),
                    () -> {
                        long now = NOW_MILLIS;
                        for (int round = 0; round < ROUNDS; round++) {
                            apply(store, entity, now, values(1));
                            now += 2;
                            put(store, entity, "other", round, now, 0); // from here they may go
                            put(store, entity, "v0", round, ++now, 1_000_000_000);
                            awaitAnother(runs);
                            Result made = read(store, entity, now, new ValueOperation.Get("v0"));
                            assertNotNull(
                                    assertInstanceOf(Result.Value.class, made).value(),
                                    "lost in round " + round);
                            now++;
                        }
                    });
            assertTrue(removed.get() > 0, "some are purged");
        }
    }

    /** Waits until a run has ended, and the one that was under way before. */
    private static void awaitAnother(AtomicInteger runs) throws InterruptedException {
        int ended = runs.get() + 2;
        while (runs.get() < ended) {
            if (Thread.interrupted()) {
                throw new InterruptedException("nothing runs");
            }
            Thread.onSpinWait();
        }
    }

    /** Writes objects that all expire at the same time. */
    private static Operation[] values(long ttlMillis) {
        Operation[] puts = new Operation[OBJECTS];
        Arrays.setAll(puts, i -> new ValueOperation.Put("v" + i, new byte[] {1}, ttlMillis));
        return puts;
    }

    private static long put(LsmStore store, EntityKey entity, String name, long n, long ttl) {
        return put(store, entity, name, n, NOW_MILLIS, ttl);
    }

    private static long put(
            LsmStore store, EntityKey entity, String name, long n, long now, long ttlMillis) {
        byte[] value = Long.toString(n).getBytes(StandardCharsets.US_ASCII);
        return apply(store, entity, now, new ValueOperation.Put(name, value, ttlMillis));
    }

    private static long apply(LsmStore store, EntityKey entity, long now, Operation... operations) {
        byte[] changes;
        AppliedEntry applied;
        try (SnapshotState state = store.read(entity)) {
            EntryBuilder entry = new EntryBuilder(state, now);
            assertInstanceOf(MultiOpResult.Executed.class, entry.execute(MultiOp.of(operations)));
            changes = entry.changes().encode();
            long id = state.entry() + 1;
            applied = new AppliedEntry(id, new ValueId(1, 1, id), entry.nowMillis(), new byte[0]);
        }
        return store.apply(entity, applied, List.of(changes));
    }

    private static Result read(LsmStore store, EntityKey entity, long now, Operation operation) {
        try (SnapshotState state = store.read(entity)) {
            MultiOpResult result = new EntryBuilder(state, now).execute(MultiOp.of(operation));
            return assertInstanceOf(MultiOpResult.Executed.class, result).results().getFirst();
        }
    }
}
