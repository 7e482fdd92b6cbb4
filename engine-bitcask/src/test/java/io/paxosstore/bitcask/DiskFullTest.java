package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.Room;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** A full disk is told before it hurts; the store goes on by itself when there is room again. */
class DiskFullTest {
    private static final int SEGMENT = 16 << 10;

    private final CrashableFileSystem fs = new CrashableFileSystem(1);

    private static void measure(TestStore store) {
        store.nanos += DiskRoom.MEASURE_NANOS;
        store.settle();
    }

    @Test
    void watermarks() throws IOException {
        TestStore store = TestStore.open(fs);
        store.settle();
        assertEquals(Room.ENOUGH, store.room.room());
        fs.fillUpTo(6 * SEGMENT - 1);
        measure(store);
        assertEquals(Room.LOW, store.room.room());
        fs.fillUpTo(3 * SEGMENT - 1);
        measure(store);
        assertEquals(Room.NONE, store.room.room());
        assertEquals(3 * SEGMENT - 1, store.room.usableBytes());
        fs.fillUpTo(7 * SEGMENT);
        measure(store);
        assertEquals(Room.ENOUGH, store.room.room());
    }

    /** Who obeys the watermarks never sees the store fail, however full the disk becomes. */
    @Test
    void writesStopAndGoOnWhenThereIsRoomAndNothingIsLost() throws IOException {
        TestStore store = TestStore.open(fs);
        fs.fillUpTo(20L * SEGMENT);
        int written = fill(store, 0);
        assertTrue(written > 500, "written " + written);
        fs.fillUpTo(0);
        measure(store);
        assertEquals(Room.NONE, store.room.room());
        assertEquals("v0", TestStore.text(store.load("key 0").chosenValue()));
        assertEquals(List.of(), store.failures);
        store.close();

        // It is still full, and still starts, but for the few bytes that a start itself writes.
        fs.fillUpTo(4096);
        TestStore again = TestStore.open(fs);
        assertEquals(Room.NONE, again.room.room());
        fs.fillUpTo(100L * SEGMENT);
        measure(again);
        assertEquals(Room.ENOUGH, again.room.room());
        int total = fill(again, written);
        assertTrue(total > written);
        assertEquals(List.of(), again.failures);
        TestStore last = TestStore.open(fs.crash());
        for (int i = 0; i < total; i++) {
            assertEquals("v" + i, TestStore.text(last.load("key " + i).chosenValue()));
        }
        assertEquals(List.of(), last.identity.damage().reports());
    }

    /** There is room to begin the last hint file, and none to end it. */
    @Test
    void aStoreClosesThoughTheDiskHasJustBecomeFull() throws IOException {
        TestStore store = TestStore.open(fs);
        store.settle();
        store.store(TestStore.chosen("key", 1, "value"));
        fs.fillUpTo(HintWriter.HEADER_BYTES + 2);
        assertEquals(Room.ENOUGH, store.room.room());
        assertTimeoutPreemptively(Duration.ofSeconds(30), store::close);
        assertEquals(List.of(), store.failures);
        fs.fillUpTo(10L * SEGMENT);
        TestStore again = TestStore.open(fs);
        assertEquals("value", TestStore.text(again.load("key").chosenValue()));
    }

    /** Item 8b: a node without descriptors for a while is no node with a full disk for ever. */
    @Test
    void aStoreWithoutDescriptorsGoesOnWhenItHasSomeAgain() throws IOException {
        TestStore store = TestStore.open(fs);
        store.settle();
        fs.faults().noDescriptors(true);
        int written = fill(store, 0);
        assertEquals(Room.NONE, store.room.room(), "nothing is appended without a next segment");
        assertEquals(List.of(), store.failures);
        fs.faults().noDescriptors(false);
        store.nanos += DiskRoom.RETRY_NANOS;
        measure(store);
        measure(store);
        assertEquals(Room.ENOUGH, store.room.room());
        assertTrue(fill(store, written) > written + 10_000, "it goes on");
        assertEquals(List.of(), store.failures);
    }

    /** A segment is left to be written when the next one cannot be made: nobody is refused. */
    @Test
    void aLackOfDescriptorsIsNoFullDiskWhileASegmentIsLeft() throws IOException {
        TestStore store = new TestStore(TestStore.config().withSegments(SEGMENT, 2), fs);
        store.store(TestStore.chosen("key", 1, "value"));
        store.settle();
        fs.faults().noDescriptors(true);
        String value = "v".repeat(1000);
        for (int i = 0; i < SEGMENT / 1000 + 2; i++) {
            store.store(TestStore.chosen("key " + i, 1, value));
            measure(store);
        }
        assertEquals(Room.ENOUGH, store.room.room());
        assertEquals(List.of(), store.failures);
    }

    private static int fill(TestStore store, int from) {
        int number = from;
        while (store.room.room() == Room.ENOUGH && number < from + 20_000) {
            store.store(TestStore.chosen("key " + number, 1, "v" + number));
            number++;
            if (number % 10 == 0) {
                measure(store);
            }
        }
        return number;
    }

    /** Old versions fill the disk: merge gives the room back without anybody's help. */
    @Test
    void mergeFreesAFullDisk() throws IOException {
        BitcaskConfig config = TestStore.config().withMerge(0.95, 1 << 30);
        TestStore store = new TestStore(config, fs);
        long entry = 0;
        fs.fillUpTo(20L * SEGMENT);
        for (int round = 0; round < 30; round++) {
            while (store.room.room() == Room.ENOUGH && entry < 20_000) {
                entry++;
                store.store(TestStore.chosen("key " + entry % 40, entry, "value " + entry));
                store.step();
            }
            measure(store);
            assertEquals(Room.ENOUGH, store.room.room(), "round " + round);
        }
        assertEquals(List.of(), store.failures);
    }

    @Test
    void watermarksAreChecked() {
        BitcaskConfig config = TestStore.config();
        BitcaskConfig.Space tooSmall = new BitcaskConfig.Space(0, 2 * SEGMENT);
        BitcaskConfig.Space softBelowHard = new BitcaskConfig.Space(3 * SEGMENT, 4 * SEGMENT);
        for (BitcaskConfig.Space space : List.of(tooSmall, softBelowHard)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> config.withUpkeep(100, space, BitcaskConfig.Scrub.DEFAULT));
        }
    }
}
