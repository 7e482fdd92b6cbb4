package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Several shards at one store, while others flush, purge and read images. */
class StoreThreadsTest {
    private static final int SHARDS = 3;
    private static final int WRITES = 150;

    @TempDir Path root;

    @Test
    void shardsDoNotDisturbEachOther()
            throws InterruptedException, ExecutionException, TimeoutException {
        Path directory = root.resolve("store");
        List<Entities> shards = new ArrayList<>();
        for (int i = 0; i < SHARDS; i++) {
            shards.add(new Entities(new Random(i), 10 + i));
        }
        ExecutorService threads = Executors.newFixedThreadPool(SHARDS + 1);
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            AtomicBoolean done = new AtomicBoolean();
            Future<?> background =
                    threads.submit(() -> {
                        while (!done.get()) {
                            store.flush();
                            store.purge(0, 100);
                            store.stats();
                        }
                    });
            List<Future<?>> writers = new ArrayList<>();
            for (Entities shard : shards) {
                writers.add(
                        threads.submit(() -> {
                            for (int i = 0; i < WRITES; i++) {
                                shard.write(store);
                            }
                        }));
            }
            for (Future<?> writer : writers) {
                writer.get(2, TimeUnit.MINUTES);
            }
            done.set(true);
            background.get(2, TimeUnit.MINUTES);
            assertEquals((long) SHARDS * WRITES, store.sequence());
            shards.forEach(shard -> shard.checkNewest(store));
        } finally {
            threads.shutdownNow();
        }
        try (LsmStore store = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES)) {
            shards.forEach(shard -> shard.checkNewest(store));
        }
    }
}
