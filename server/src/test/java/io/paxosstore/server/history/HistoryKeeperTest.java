package io.paxosstore.server.history;

import static io.paxosstore.server.history.TestChanges.KEY;
import static io.paxosstore.server.history.TestChanges.changes;
import static io.paxosstore.server.history.TestChanges.expect;
import static io.paxosstore.server.history.TestChanges.find;
import static io.paxosstore.server.history.TestChanges.keep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.history.ChangeMedium;
import io.paxosstore.node.history.ChangesFound;
import io.paxosstore.protocol.model.ChangedObjects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** The history outlives the process, and nothing that befalls its files does harm. */
@Timeout(60)
final class HistoryKeeperTest {
    private static final int ALL = Integer.MAX_VALUE;

    @TempDir private Path directory;
    private final AtomicBoolean isRoomScarce = new AtomicBoolean();

    private HistoryKeeper open() {
        HistoryOptions options =
                new HistoryOptions(true, directory, 1 << 30, Duration.ofHours(1), true);
        return new HistoryKeeper(1, 1, options, isRoomScarce::get).start();
    }

    @Test
    void itIsThereAfterARestart() throws Exception {
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 1000);
            expect(keeper, 500, 1000);
        }
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1000, 1500);
            expect(keeper, 1, 1500);
            expect(keeper, 1499, 1500);
            expect(keeper, 1500, 1500);
        }
    }

    @Test
    void itIsReadInParts() throws Exception {
        try (HistoryKeeper keeper = open()) {
            long entries = 1;
            while (entries < 3000) {
                keep(keeper, entries, entries + 100);
                entries += 100;
                expect(keeper, entries - 1, entries); // each hundred is a batch of its own
            }
            long next = 1;
            long place = ChangeMedium.NOWHERE;
            while (next < entries) {
                ChangesFound found = find(keeper, next, place, 1000);
                assertTrue(!found.changes().isEmpty() && found.changes().size() < 100);
                for (ChangedObjects each : found.changes()) {
                    assertEquals(changes(next++), each);
                }
                place = found.next();
            }
        }
    }

    /** What a crash of the machine leaves of files that nobody synced. */
    @Test
    void damageIsNoAnswerAndNoEnd() throws Exception {
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 2000);
            expect(keeper, 1, 2000);
        }
        try (FileChannel file = FileChannel.open(newest(), StandardOpenOption.WRITE)) {
            long middle = used() / 2;
            file.write(ByteBuffer.allocate(100), middle);
        }
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 2000, 2100);
            List<ChangedObjects> found = find(keeper, 1, ChangeMedium.NOWHERE, ALL).changes();
            for (int i = 0; i < found.size(); i++) {
                assertEquals(changes(i + 1), found.get(i));
            }
            expect(keeper, 2000, 2100);
        }
    }

    @Test
    void filesOfNoUseAreThrownAway() throws Exception {
        Files.createDirectories(directory);
        Files.write(directory.resolve("metadata.cq4t"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 2);
            assertEquals(ChangesFound.NONE, find(keeper, 1, ChangeMedium.NOWHERE, ALL));
            assertEquals(1, keeper.figures().losses());
        }
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            expect(keeper, 1, 100);
        }
    }

    /** A file that is mapped must never meet a full disk: the JVM would not survive it well. */
    @Test
    void nothingIsWrittenWithoutRoom() throws Exception {
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            expect(keeper, 1, 100);
            isRoomScarce.set(true);
            keep(keeper, 100, 200);
            expect(keeper, 100, 200);
            isRoomScarce.set(false);
            while (find(keeper, 1, ChangeMedium.NOWHERE, ALL).equals(ChangesFound.NONE)) {
                Thread.onSpinWait(); // until it is on the disk again
            }
            keep(keeper, 200, 300);
            expect(keeper, 200, 300);
            expect(keeper, 1, 100); // and not what came after what is missing
        }
    }

    @Test
    void whatIsAskedAtTheEndIsAnswered() throws Exception {
        HistoryKeeper keeper = open();
        keep(keeper, 1, 100);
        keeper.close();
        assertEquals(ChangesFound.NONE, find(keeper, 1, ChangeMedium.NOWHERE, ALL));
    }

    @Test
    void whoFollowsGoesOnAfterARestartInOrder() throws Exception {
        TestFollower follower = new TestFollower(KEY);
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            expect(keeper, 1, 100);
            assertFalse(follower.follow(keeper));
            keep(keeper, 100, 200);
            expect(follower, 100, 200);
        }
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 200, 300);
            expect(keeper, 200, 300);
            assertTrue(follower.follow(keeper));
            expect(follower, 200, 300);
            keep(keeper, 300, 310);
            expect(follower, 300, 310);
            assertTrue(follower.hasHeardAll());
        }
    }

    /** The end of the history may be missing, and nobody can tell. */
    @Test
    void whoFollowsBeginsAnewAfterACrash() throws Exception {
        TestFollower follower = new TestFollower(KEY);
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            assertFalse(follower.follow(keeper));
        }
        Files.delete(directory.resolve("lineage"));
        try (HistoryKeeper keeper = open()) {
            assertFalse(follower.follow(keeper));
            keep(keeper, 100, 110);
            expect(follower, 100, 110);
        }
    }

    @Test
    void whatWasAddedByAnotherReleaseIsNoReasonToGoOn() throws Exception {
        TestFollower follower = new TestFollower(KEY);
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            assertFalse(follower.follow(keeper));
        }
        byte[] lineage = Files.readAllBytes(directory.resolve("lineage"));
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 100, 200);
            expect(keeper, 100, 200);
        }
        Files.write(directory.resolve("lineage"), lineage);
        try (HistoryKeeper keeper = open()) {
            assertFalse(follower.follow(keeper));
        }
    }

    @Test
    void whoFollowsIsToldThatSomethingWasDropped() throws Exception {
        CountDownLatch lost = new CountDownLatch(1);
        TestFollower follower =
                new TestFollower(KEY) {
                    @Override
                    public void lost() {
                        lost.countDown();
                    }
                };
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            assertFalse(follower.follow(keeper));
            isRoomScarce.set(true);
            keep(keeper, 100, 200);
            assertTrue(lost.await(30, TimeUnit.SECONDS));
            isRoomScarce.set(false);
            assertFalse(follower.follow(keeper));
        }
    }

    @Test
    void whereThereIsNoDiskForItMemoryHasTheLatest() throws Exception {
        HistoryOptions options =
                new HistoryOptions(false, directory, 10_000, Duration.ofHours(1), true);
        TestFollower follower = new TestFollower(KEY);
        try (HistoryKeeper keeper = new HistoryKeeper(1, 1, options, isRoomScarce::get).start()) {
            assertFalse(follower.follow(keeper));
            keep(keeper, 1, 1000);
            expect(follower, 1, 1000);
            expect(keeper, 999, 1000);
        }
        assertFalse(Files.exists(directory.resolve("lineage")));
    }

    private Path newest() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(ChronicleMedium.SUFFIX))
                    .sorted()
                    .reduce((one, two) -> two)
                    .orElseThrow();
        }
    }

    /** Where the last byte is that is not 0. */
    private long used() throws IOException {
        byte[] bytes = Files.readAllBytes(newest());
        int last = bytes.length - 1;
        while (bytes[last] == 0) {
            last--;
        }
        return last;
    }
}
