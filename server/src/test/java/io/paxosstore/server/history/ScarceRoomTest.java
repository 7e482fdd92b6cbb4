package io.paxosstore.server.history;

import static io.paxosstore.server.history.TestChanges.KEY;
import static io.paxosstore.server.history.TestChanges.changes;
import static io.paxosstore.server.history.TestChanges.expect;
import static io.paxosstore.server.history.TestChanges.keep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/** Where the disk is nearly full, those who follow the history go on to hear what changes. */
@Timeout(60)
final class ScarceRoomTest {
    private static final int BATCHES = 100;

    @TempDir private Path temporary;
    private final AtomicBoolean isRoomScarce = new AtomicBoolean();

    private HistoryKeeper open(Path directory) {
        HistoryOptions options =
                new HistoryOptions(true, directory, 1 << 30, Duration.ofHours(1), true);
        return new HistoryKeeper(1, 1, options, isRoomScarce::get).start();
    }

    /** Follows again whenever it is told that something was lost. */
    private static final class Steadfast implements ChangeFollower {
        private final HistoryKeeper keeper;
        private final BlockingQueue<Long> lineages = new LinkedBlockingQueue<>();
        private final BlockingQueue<Long> versions = new LinkedBlockingQueue<>();

        private Steadfast(HistoryKeeper keeper) {
            this.keeper = keeper;
        }

        private void follow() {
            ChangeRange range = new ChangeRange(KEY.space(), KEY.key(), true);
            keeper.follow(range, HistoryPosition.NOW, Integer.MAX_VALUE, this);
        }

        @Override
        public void begins(boolean isResumed, HistoryPosition position) {
            lineages.add(position.lineage());
        }

        @Override
        public void changed(HistoryPosition next, List<RangeChange> changes) {
            changes.forEach(change -> versions.add(change.version()));
        }

        @Override
        public void lost() {
            follow();
        }

        /** Each a batch of its own. */
        private void expectLive(long fromEntry, long toEntry) throws InterruptedException {
            for (long entry = fromEntry; entry < toEntry; entry++) {
                keep(keeper, entry, entry + 1);
                assertEquals(changes(entry).version(), versions.take());
            }
        }
    }

    @Test
    void itBeginsAnewOnceWhenRoomIsScarceAndOnceWhenThereIsRoom() throws Exception {
        try (HistoryKeeper keeper = open(temporary)) {
            Steadfast follower = new Steadfast(keeper);
            follower.follow();
            List<Long> lineages = new ArrayList<>(List.of(follower.lineages.take()));
            follower.expectLive(1, BATCHES);
            isRoomScarce.set(true);
            keep(keeper, BATCHES, BATCHES + 1); // meets it
            lineages.add(follower.lineages.take());
            follower.expectLive(BATCHES + 1, 2 * BATCHES);
            isRoomScarce.set(false);
            lineages.add(follower.lineages.take());
            follower.expectLive(2 * BATCHES, 3 * BATCHES);
            assertEquals(3, lineages.stream().distinct().count());
            assertTrue(follower.lineages.isEmpty(), "begun again");
        }
    }

    @Test
    void itBeginsInMemoryAndGoesOnOnDisk() throws Exception {
        isRoomScarce.set(true);
        try (HistoryKeeper keeper = open(temporary)) {
            Steadfast follower = new Steadfast(keeper);
            follower.follow();
            follower.lineages.take();
            follower.expectLive(1, 10);
            isRoomScarce.set(false);
            follower.lineages.take();
            follower.expectLive(10, 20);
        }
        try (HistoryKeeper keeper = open(temporary)) {
            expect(keeper, 10, 20);
        }
    }

    /** What was only in memory is missing then, and nobody must take it for complete. */
    @Test
    void whoFollowsBeginsAnewAfterAKillWithoutRoom() throws Exception {
        TestFollower before = new TestFollower(KEY);
        TestFollower meanwhile = new TestFollower(KEY);
        Path killed = temporary.resolve("killed");
        Path directory = temporary.resolve("running");
        try (HistoryKeeper keeper = open(directory)) {
            assertFalse(before.follow(keeper));
            keep(keeper, 1, 10);
            expect(before, 1, 10);
            isRoomScarce.set(true);
            keep(keeper, 10, 20);
            expect(keeper, 10, 20);
            assertFalse(meanwhile.follow(keeper));
            keep(keeper, 20, 30);
            expect(meanwhile, 20, 30);
            copy(directory, killed);
        }
        isRoomScarce.set(false);
        try (HistoryKeeper keeper = open(killed)) {
            assertFalse(before.follow(keeper));
            assertFalse(meanwhile.follow(keeper));
            keep(keeper, 30, 40);
            expect(before, 30, 40);
            expect(meanwhile, 30, 40);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path one : (Iterable<Path>) all::iterator) {
                Files.copy(one, to.resolve(from.relativize(one).toString()));
            }
        }
    }
}
