package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/** The walk over all entities, which the sweep between replicas goes by. */
class PageTest {
    @Test
    void showsAllThatWasThereFromBeginToEndWhileTheTableGrows() throws IOException {
        TestStore store = TestStore.open(new CrashableFileSystem(1));
        StorageShard shard = store.engine.shard(0);
        for (int i = 0; i < 1500; i++) {
            store.store(TestStore.chosen("old " + i, 3, "value " + i));
        }
        Set<EntityKey> seen = new HashSet<>();
        long cursor = 0;
        int pages = 0;
        int added = 0;
        do {
            cursor =
                    shard.page(
                            cursor,
                            50,
                            pages % 2 == 0,
                            (key, version, checksum) -> {
                                seen.add(key);
                                assertTrue(version == 3 || version == 1);
                            });
            pages++;
            for (int i = 0; i < 25; i++) {
                store.append(TestStore.chosen("new " + added++, 1, "v"));
            }
            store.flush();
        } while (cursor != 0 && pages < 1000);
        assertTrue(pages > 20, "pages " + pages);
        assertTrue(pages < 1000, "it ends");
        for (int i = 0; i < 1500; i++) {
            assertTrue(seen.contains(TestStore.key("old " + i)), "old " + i);
        }
    }

    @Test
    void sizesAreThoseOfTheNewestRecordsBySlot() throws IOException {
        TestStore store = TestStore.open(new CrashableFileSystem(1));
        for (int i = 0; i < 300; i++) {
            store.store(TestStore.chosen("key " + i, 3, "old"));
            store.store(TestStore.chosen("key " + i, 4, "x".repeat(100 + i)));
        }
        long[] sizes = new long[Slots.COUNT];
        int[] counts = new int[Slots.COUNT];
        long cursor = 0;
        int steps = 0;
        do {
            cursor =
                    store.engine
                            .shard(0)
                            .sizes(
                                    cursor,
                                    50,
                                    (slot, bytes) -> {
                                        sizes[slot] += bytes;
                                        counts[slot]++;
                                    });
            steps++;
        } while (cursor != 0);
        assertTrue(steps > 1, "in steps");
        for (int i = 0; i < 300; i++) {
            int slot = TestStore.key("key " + i).slot();
            assertTrue(counts[slot] >= 1);
            long least = counts[slot] == 1 ? 100 + i : 100;
            assertTrue(sizes[slot] >= least, "key " + i + ": " + sizes[slot]);
            assertTrue(sizes[slot] < counts[slot] * 600L, "key " + i + ": " + sizes[slot]);
        }
    }

    @Test
    void checksumsAreThoseOfTheValuesAndDamageIsTold() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        TestStore store = TestStore.open(fs);
        store.store(TestStore.chosen("a", 2, "value"));
        store.store(TestStore.accept("p", 1, 1, "pending", 0));
        store.engine
                .shard(0)
                .page(
                        0,
                        2000,
                        true,
                        (key, version, checksum) -> {
                            boolean chosen = key.equals(TestStore.key("a"));
                            assertEquals(chosen ? 2 : 0, version);
                            assertEquals(chosen ? TestStore.value("value").crc() : 0, checksum);
                        });
        fs.faults().failRead(1);
        store.engine.shard(0).page(0, 2000, true, (key, version, checksum) -> {});
        assertEquals(1, store.damaged.size());
        assertTrue(store.load("a").amnesiac());
    }
}
