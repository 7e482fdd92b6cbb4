package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One node after the other loses its disk, each when the one before is whole again, while clients
 * that give up early write keys that nobody has written (Rule A5): whoever is whole must have left
 * no entry that a majority cannot decide.
 */
final class SuccessiveWipesTest {
    private static final int KEYS = 200;

    /** How many keys each client begins to write while a node is away. */
    private static final int KEYS_MEANWHILE = 60;

    private static final long WRITE_NANOS = 10_000_000;
    private static final int[] PATIENCE_MILLIS = {30, 100, 300};
    private static final Duration PATIENCE_AT_LAST = Duration.ofSeconds(10);

    @TempDir private Path directory = Path.of("set by JUnit");

    /** A client of one node that writes a fresh key every 10 ms and waits for none. */
    private static final class Writer {
        private final PaxosStore store;
        private final KeyValue<String, String> kv;
        private final String prefix;
        private final Queue<String> keys;
        private final AtomicInteger begun = new AtomicInteger();
        private final ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor();

        Writer(EmbeddedCluster cluster, int node, Queue<String> keys) {
            this.store = PaxosStore.connect(cluster.member(node).clientAddress());
            this.kv = RejoinTest.open(store, "kv");
            this.prefix = "fresh" + node + "-";
            this.keys = keys;
            Future<?> _ =
                    thread.scheduleAtFixedRate(this::write, 0, WRITE_NANOS, TimeUnit.NANOSECONDS);
        }

        private void write() {
            int number = begun.getAndIncrement();
            String key = prefix + number;
            int patience = PATIENCE_MILLIS[number % PATIENCE_MILLIS.length];
            keys.add(key);
            // Given up, most of them: nobody knows what came of it.
            Future<Long> _ =
                    kv.with(CallOptions.DEFAULT.deadline(Duration.ofMillis(patience)))
                            .putAsync(key, key);
        }

        void awaitMore() throws InterruptedException {
            int until = begun.get() + KEYS_MEANWHILE;
            RejoinTest.await("the writer", () -> begun.get() >= until);
        }

        void stop() throws InterruptedException {
            thread.shutdown();
            assertTrue(thread.awaitTermination(10, TimeUnit.SECONDS));
            store.close();
        }
    }

    private void wipe(EmbeddedCluster cluster, int node) throws Exception {
        cluster.node(node).kill();
        DiskLossTest.delete(directory.resolve("node" + node));
        DiskLossTest.awaitNextSecond();
    }

    @Test
    void whoIsWholeLeavesNothingUndecided() throws Exception {
        try (EmbeddedCluster cluster =
                        EmbeddedCluster.builder(3)
                                .directory(directory)
                                .set("sweep.recover-rate", "300")
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            store.createSpace("kv");
            KeyValue<String, String> kv = RejoinTest.open(store, "kv");
            for (int i = 0; i < KEYS; i++) {
                kv.put("k" + i, "v" + i);
            }
            Queue<String> keys = new ConcurrentLinkedQueue<>();
            wipeUnderLoad(cluster, keys);
            wipe(cluster, 3);
            cluster.node(3).start();
            RejoinTest.await("the second node to be whole", () -> RejoinTest.isWhole(cluster, 3));
            for (int i = 0; i < KEYS; i++) {
                assertEquals(Optional.of("v" + i), kv.get("k" + i));
            }
            for (int node = 1; node <= 3; node++) {
                everyKeyCanBeUsed(cluster, node, keys);
            }
        }
    }

    /** Node 1 loses its disk; while it is rebuilt, node 2 is away for a while. */
    private void wipeUnderLoad(EmbeddedCluster cluster, Queue<String> keys) throws Exception {
        List<Writer> writers = new ArrayList<>();
        try {
            for (int node = 1; node <= 3; node++) {
                writers.add(new Writer(cluster, node, keys));
            }
            wipe(cluster, 1);
            cluster.node(1).start();
            RejoinTest.await(
                    "the rebuilding",
                    () ->
                            cluster.node(1)
                                    .metrics()
                                    .contains(
                                            "paxosstore_store_standing{standing=\"rebuilding\"}"
                                                    + " 1.0"));
            cluster.node(2).kill();
            writers.get(2).awaitMore();
            cluster.node(2).start();
            RejoinTest.await("the first node to be whole", () -> RejoinTest.isWhole(cluster, 1));
            cluster.awaitReady();
        } finally {
            for (Writer writer : writers) {
                writer.stop();
            }
        }
    }

    private static void everyKeyCanBeUsed(EmbeddedCluster cluster, int node, Queue<String> keys) {
        try (PaxosStore store = PaxosStore.connect(cluster.member(node).clientAddress())) {
            KeyValue<String, String> kv =
                    RejoinTest.open(store, "kv")
                            .with(CallOptions.DEFAULT.deadline(PATIENCE_AT_LAST));
            for (String key : keys) {
                Optional<String> held = kv.get(key);
                if (node == 1) { // its writer may not have been told that it was written
                    assertTrue(held.isEmpty() || held.get().equals(key), key);
                } else {
                    assertEquals(Optional.of("written at " + (node - 1)), held, key);
                }
                kv.put(key, "written at " + node);
            }
        }
    }
}
