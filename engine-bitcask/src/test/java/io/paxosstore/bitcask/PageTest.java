package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.log.StorageShard;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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

    /** What a node that rebuilds some slots asks for; the others are not gone through. */
    @Test
    void pagesOfSlotsShowAllOfTheseAndNothingElse() throws IOException {
        TestStore store = TestStore.open(new CrashableFileSystem(1));
        StorageShard shard = store.engine.shard(0);
        Set<EntityKey> expected = new HashSet<>();
        for (int i = 0; i < 2000; i++) {
            EntityKey key = TestStore.key(i % 2 == 0 ? "key " + i : "{tag}" + i);
            store.store(TestStore.chosen(new String(key.key(), UTF_8), 3, "value"));
            if (isWanted(key.slot())) {
                expected.add(key);
            }
        }
        assertTrue(expected.size() > 1100, "one slot has half of all: " + expected.size());
        assertEquals(expected, slotPages(shard));
        boolean[] isForgotten = {false};
        int tag = TestStore.key("{tag}").slot();
        shard.forget(slot -> slot == tag, () -> isForgotten[0] = true);
        for (int turn = 0; turn < 100 && !isForgotten[0]; turn++) {
            store.flush();
        }
        assertTrue(isForgotten[0]);
        expected.removeIf(key -> key.slot() == tag);
        assertEquals(expected, slotPages(shard));
        assertFalse(expected.isEmpty());
    }

    /** What takes the place of what was dropped is found in the slot twice, and goes once. */
    @Test
    void aSlotIsForgottenInWhichPlacesWereTakenAgain() throws IOException {
        TestStore store = TestStore.open(new CrashableFileSystem(1));
        StorageShard shard = store.engine.shard(0);
        for (int i = 0; i < 10; i++) {
            store.store(in(i < 4 ? 8 : 9, "{tag}" + i));
        }
        store.dropSpace(8);
        store.settle();
        store.store(in(9, "{tag}a"), in(9, "{tag}b"));
        assertEquals(8, store.engine.stats().keys());
        int tag = in(9, "{tag}").key().slot();
        int[] ended = {0};
        shard.forget(slot -> slot == tag, () -> ended[0]++);
        store.settle();
        assertEquals(1, ended[0]);
        assertEquals(0, store.engine.stats().keys());
        assertEquals(Set.of(), slotPages(shard));
    }

    /** With overwriting, merges, a start, a slot that is forgotten and a space that is dropped. */
    @Test
    void whatIsHeldOfEachSpaceIsKept() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        TestStore store = TestStore.open(fs);
        for (int entry = 3; entry < 40; entry++) {
            for (int i = 0; i < 40; i++) {
                int space = 5 + i % 3;
                store.store(in(space, "{" + i % 5 + "}" + i, entry, "x".repeat(i * entry % 150)));
            }
            store.settle();
            assertSpaces(store, 3);
        }
        assertTrue(store.engine.stats().mergedSegments() > 0, "there were merges");
        assertEquals(40, store.engine.stats().keys());
        TestStore again = TestStore.open(fs.killProcess());
        assertSpaces(again, 3);
        int[] ended = {0};
        int slot = TestStore.key("{1}").slot();
        again.engine.shard(0).forget(one -> one == slot, () -> ended[0]++);
        again.settle();
        assertEquals(1, ended[0]);
        assertSpaces(again, 3);
        assertEquals(32, again.engine.stats().keys());
        again.dropSpace(6);
        again.settle();
        assertSpaces(again, 2);
    }

    private static void assertSpaces(TestStore store, int spaces) {
        Map<Integer, SpaceSizes.Size> kept = TestStore.keptSpaces(store.engine.spaces().getFirst());
        assertEquals(TestStore.countedSpaces(store.engine.shard(0)), kept);
        assertEquals(spaces, kept.size());
        assertEquals(
                store.engine.stats().liveBytes(),
                kept.values().stream().mapToLong(SpaceSizes.Size::bytes).sum());
        assertEquals(
                store.engine.stats().keys(),
                kept.values().stream().mapToLong(SpaceSizes.Size::entities).sum());
    }

    private static LogRecord in(int space, String name, long entry, String value) {
        LogRecord one = TestStore.chosen(name, entry, value);
        EntityKey key = new EntityKey(space, one.key().key());
        return new LogRecord(key, entry, 0, 0, one.value(), true, entry, false);
    }

    /** Whoever rebuilds, or lists names, has to hear of it: it may have been chosen with it. */
    @Test
    void aDamagedKeyIsShownThoughNothingElseIsKnownOfIt() throws IOException {
        TestStore store = TestStore.open(new CrashableFileSystem(1));
        EntityKey key = TestStore.key("{tag}damaged");
        store.engine.shard(0).quarantine(key);
        Set<EntityKey> shown = new HashSet<>();
        StorageShard shard = store.engine.shard(0);
        assertEquals(0, shard.slotPage(PageTest::isWanted, 0, 50, (one, v, c) -> shown.add(one)));
        assertEquals(Set.of(key), shown);
        shown.clear();
        for (long cursor = shard.page(0, 50, true, (one, v, c) -> shown.add(one)); cursor != 0; ) {
            cursor = shard.page(cursor, 50, true, (one, v, c) -> shown.add(one));
        }
        assertEquals(Set.of(key), shown);
    }

    private static LogRecord in(int space, String name) {
        LogRecord one = TestStore.chosen(name, 3, "value");
        EntityKey key = new EntityKey(space, one.key().key());
        return new LogRecord(key, 3, 0, 0, one.value(), true, 3, false);
    }

    private static boolean isWanted(int slot) {
        return slot % 4 == 0 || slot == TestStore.key("{tag}").slot();
    }

    private static Set<EntityKey> slotPages(StorageShard shard) {
        Set<EntityKey> seen = new HashSet<>();
        long cursor = 0;
        do {
            int before = seen.size();
            cursor =
                    shard.slotPage(
                            PageTest::isWanted,
                            cursor,
                            50,
                            (key, version, checksum) -> {
                                assertEquals(3, version);
                                assertTrue(seen.add(key), "once: " + key);
                            });
            assertTrue(seen.size() - before <= 50);
        } while (cursor != 0);
        return seen;
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
                                    (_, slot, bytes) -> {
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

    /** What pages of keys with their values go by. */
    @Test
    void statesOfASlotAreWhatLooksShow() throws IOException {
        TestStore store = TestStore.open(new CrashableFileSystem(1));
        StorageShard shard = store.engine.shard(0);
        store.store(TestStore.chosen("{t}chosen", 3, "value"));
        store.store(TestStore.chosen("{t}accepted", 3, "value"));
        store.store(accepted("{t}accepted", 4, "later"));
        store.store(accepted("{t}marked", 5, "marked"));
        shard.markChosen(TestStore.key("{t}marked"), 5);
        store.store(accepted("{t}new", 1, "value"));
        store.store(TestStore.chosen("{t}damaged", 2, "value"));
        shard.quarantine(TestStore.key("{t}damaged"));
        store.store(TestStore.chosen("of another slot", 2, "value"));
        Map<String, String> seen = new TreeMap<>();
        int slot = TestStore.key("{t}").slot();
        long cursor = 0;
        do {
            cursor =
                    shard.slotStates(
                            slot,
                            cursor,
                            2,
                            (key, version, isSettled, bytes) -> {
                                Stored look = shard.look(key);
                                assertEquals(look.version(), version);
                                assertEquals(look.isSettled(), isSettled);
                                String name = new String(key.key(), UTF_8);
                                seen.put(name, version + (isSettled ? " settled" : ""));
                            });
        } while (cursor != 0);
        assertEquals(
                Map.of(
                        "{t}chosen", "3 settled",
                        "{t}accepted", "3",
                        "{t}marked", "5 settled",
                        "{t}new", "0",
                        "{t}damaged", "2"),
                seen);
        assertNotNull(shard.newestValue(TestStore.key("{t}marked"), 5));
        assertNotNull(shard.newestValue(TestStore.key("{t}accepted"), 3));
        assertNull(shard.newestValue(TestStore.key("{t}chosen"), 2));
        assertNull(shard.newestValue(TestStore.key("{t}damaged"), 2));
        assertNull(shard.newestValue(TestStore.key("{t}nothing"), 1));
    }

    private static LogRecord accepted(String name, long entry, String value) {
        LogRecord chosen = TestStore.chosen(name, entry, value);
        return new LogRecord(chosen.key(), entry, 1, 1, chosen.value(), false, entry - 1);
    }
}
