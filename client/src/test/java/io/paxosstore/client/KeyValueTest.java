package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What the methods of {@link PaxosStore} and {@link KeyValue} do when all is well. */
@Timeout(60)
final class KeyValueTest {
    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store = cluster.connect();
    private final KeyValue<String, String> kv = FakeCluster.open(store);

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    @Test
    void readsWhatWasWritten() {
        assertEquals(Optional.empty(), kv.get("a"));
        assertFalse(kv.exists("a"));
        long version = kv.put("a", "1");
        assertEquals(Optional.of("1"), kv.get("a"));
        assertEquals(Optional.of(new Versioned<>("1", version, 0)), kv.getVersioned("a"));
        assertTrue(kv.exists("a"));
        assertTrue(kv.delete("a").isApplied());
        assertEquals(WriteStatus.NOT_FOUND, kv.delete("a").status());
        assertEquals(Optional.empty(), kv.getVersioned("a"));
    }

    @Test
    void conditionalWritesTellWhyTheyDidNothing() {
        assertTrue(kv.putIfAbsent("a", "1").isApplied());
        assertEquals(WriteStatus.CONFLICT, kv.putIfAbsent("a", "2").status());
        assertEquals(WriteStatus.CONFLICT, kv.compareAndSet("a", "x", "2").status());
        assertEquals(WriteStatus.NOT_FOUND, kv.compareAndSet("b", "x", "2").status());
        WriteResult second = kv.compareAndSet("a", "1", "2");
        assertTrue(second.isApplied());
        assertEquals(
                WriteStatus.CONFLICT,
                kv.compareVersionAndSet("a", second.version() - 1, "3").status());
        WriteResult third = kv.compareVersionAndSet("a", second.version(), "3");
        assertTrue(third.isApplied());
        assertEquals(
                new WriteResult(WriteStatus.CONFLICT, third.version()),
                kv.deleteIfVersion("a", second.version()));
        assertTrue(kv.deleteIfVersion("a", third.version()).isApplied());
    }

    @Test
    void increments() {
        assertEquals(5, kv.increment("n", 5));
        assertEquals(3, kv.incrementAsync("n", -2).join());
        assertEquals(Optional.of(3L), store.keyValue("test", Codec.utf8(), Codec.longs()).get("n"));
        kv.put("n", "three");
        NotDoneException e = assertThrows(NotDoneException.class, () -> kv.increment("n", 1));
        assertEquals(NotDoneException.Reason.NOT_A_NUMBER, e.reason());
        assertTrue(
                List.of(e.getStackTrace()).toString().contains("KeyValueTest"),
                "the stack trace shows the caller");
        CompletionException async =
                assertThrows(CompletionException.class, () -> kv.incrementAsync("n", 1).join());
        assertInstanceOf(NotDoneException.class, async.getCause());
    }

    @Test
    void optionsReachTheServer() throws InterruptedException {
        CallOptions options =
                CallOptions.DEFAULT
                        .ttl(Duration.ofSeconds(7))
                        .deadline(Duration.ofSeconds(9))
                        .readMode(ReadMode.LOCAL);
        KeyValue<String, String> withOptions = kv.with(options);
        withOptions.put("a", "1");
        Request.KvWrite write =
                (Request.KvWrite) cluster.awaitRequest(Request.KvWrite.class).request();
        assertTrue(write.deadlineMillis() <= 9000 && write.deadlineMillis() > 0);
        assertEquals(
                Optional.of(Instant.ofEpochMilli(7000)),
                withOptions.getVersioned("a").orElseThrow().expiresAt());
        Request.KvRead read = (Request.KvRead) cluster.awaitRequest(Request.KvRead.class).request();
        assertEquals(ReadMode.LOCAL, read.mode());
    }

    @Test
    void batchesGiveOneOutcomePerKey() {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < 3 * Batch.WINDOW; i++) {
            values.put("key" + i, "value" + i);
        }
        values.put("long".repeat(FakeCluster.KEY_BYTES_MAX), "x");
        Map<String, KeyResult<Long>> written = kv.putAll(values);
        assertEquals(List.copyOf(values.keySet()), List.copyOf(written.keySet()));
        Map<String, KeyResult<Optional<String>>> read = kv.getAll(values.keySet());
        values.forEach((key, value) -> {
            if (value.equals("x")) {
                NotDoneException e =
                        assertThrows(
                                NotDoneException.class,
                                () -> read.getOrDefault(key, unknown()).orThrow());
                assertEquals(NotDoneException.Reason.KEY_TOO_LARGE, e.reason());
                assertFalse(written.getOrDefault(key, unknown()).isDone());
            } else {
                assertTrue(written.getOrDefault(key, unknown()).isDone());
                assertEquals(Optional.of(value), read.getOrDefault(key, unknown()).orThrow());
            }
        });
        assertEquals(Map.of(), kv.getAll(List.of()));
    }

    private static <T> KeyResult<T> unknown() {
        return new KeyResult.Unknown<>(new OutcomeUnknownException("missing", true));
    }

    @Test
    void valuesOfEverySizePass() {
        KeyValue<byte[], byte[]> bytes = store.keyValue("test", Codec.bytes(), Codec.bytes());
        Random random = new Random(1);
        for (int size : new int[] {0, 1, 100_000, 131_000, 131_072, FakeCluster.VALUE_BYTES_MAX}) {
            byte[] value = new byte[size];
            random.nextBytes(value);
            bytes.put(new byte[] {0, -1}, value);
            assertArrayEquals(value, bytes.get(new byte[] {0, -1}).orElseThrow());
        }
        NotDoneException e =
                assertThrows(
                        NotDoneException.class,
                        () -> bytes.put(new byte[1], new byte[FakeCluster.VALUE_BYTES_MAX + 1]));
        assertEquals(NotDoneException.Reason.VALUE_TOO_LARGE, e.reason());
        assertTrue(e.toString().contains("1000001 bytes"), e.toString());
    }

    @Test
    void manyLargeValuesAtOncePassThroughABlockedSocket() {
        KeyValue<String, byte[]> bytes = store.keyValue("test", Codec.utf8(), Codec.bytes());
        Map<String, byte[]> values = new LinkedHashMap<>();
        for (int i = 0; i < 100; i++) {
            values.put("big" + i, new byte[300_000]);
        }
        assertTrue(bytes.putAll(values).values().stream().allMatch(KeyResult::isDone));
        assertTrue(
                bytes.getAll(values.keySet()).values().stream()
                        .allMatch(r -> r.orThrow().orElseThrow().length == 300_000));
    }

    @Test
    void manyThreadsShareOneClient() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 32; t++) {
            Thread thread =
                    new Thread(() -> {
                        for (int i = 0; i < 100; i++) {
                            long unused = kv.increment("n", 1);
                        }
                    });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(50));
        }
        assertEquals(Optional.of("3200"), kv.get("n"));
        assertEquals(3200, cluster.executions());
    }

    @Test
    void spacesAreCreatedListedAndDropped() {
        SpaceInfo space = store.createSpace("orders");
        assertEquals(space, store.createSpaceIfAbsent("orders"));
        NotDoneException exists =
                assertThrows(NotDoneException.class, () -> store.createSpace("orders"));
        assertEquals(NotDoneException.Reason.SPACE_EXISTS, exists.reason());
        assertEquals(
                List.of("orders", "test"),
                store.listSpaces().stream().map(SpaceInfo::name).toList());
        store.dropSpace("orders");
        NotDoneException unknown =
                assertThrows(
                        NotDoneException.class,
                        () -> store.keyValue("orders", Codec.utf8(), Codec.utf8()));
        assertEquals(NotDoneException.Reason.UNKNOWN_SPACE, unknown.reason());
        assertTrue(unknown.toString().contains("There is no space orders"), unknown.toString());
    }

    @Test
    void aBlockingCallOnTheNetworkThreadIsRefusedNotDeadlocked() {
        CountDownLatch chained = new CountDownLatch(1);
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        try {
                            chained.await();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        link.serve(request);
                    });
        }
        CompletableFuture<Optional<String>> chain =
                kv.getAsync("a").thenApply(value -> kv.get("b"));
        chained.countDown();
        CompletionException e = assertThrows(CompletionException.class, chain::join);
        assertInstanceOf(IllegalStateException.class, e.getCause());
    }

    @Test
    void anInterruptedThreadDoesNotStartACall() {
        Thread.currentThread().interrupt();
        NotDoneException e = assertThrows(NotDoneException.class, () -> kv.put("a", "1"));
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
        assertEquals(NotDoneException.Reason.INTERRUPTED, e.reason());
        assertEquals(Optional.empty(), kv.get("a"));
    }

    @Test
    void anInterruptedThreadDoesNotStartABatch() throws Exception {
        Map<String, String> values = Map.of("a", "1", "b", "1");
        for (Executable batch :
                List.<Executable>of(() -> kv.putAll(values), () -> kv.getAll(List.of("a")))) {
            Thread.currentThread().interrupt();
            NotDoneException e = assertThrows(NotDoneException.class, batch);
            assertTrue(Thread.interrupted(), "the thread stays interrupted");
            assertEquals(NotDoneException.Reason.INTERRUPTED, e.reason());
        }
        assertEquals(Optional.empty(), kv.get("a"));
        assertTrue(
                cluster.seen.stream().noneMatch(seen -> seen.request() instanceof Request.KvWrite));
    }

    @Test
    void halfASurrogatePairIsRefusedAndNotStoredAsAQuestionMark() {
        long unused = kv.put("a?", "1");
        assertThrows(IllegalArgumentException.class, () -> kv.get("a\ud83d"));
        assertThrows(IllegalArgumentException.class, () -> kv.put("a\ude00", "2"));
        assertThrows(IllegalArgumentException.class, () -> kv.put("b", "\ude00\ud83d"));
        unused = kv.put("\ud83d\ude00", "3");
        assertEquals(Optional.of("3"), kv.get("\ud83d\ude00"));
        assertEquals(Optional.of("1"), kv.get("a?"));
    }
}
