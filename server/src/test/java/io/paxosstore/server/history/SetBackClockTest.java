package io.paxosstore.server.history;

import static io.paxosstore.server.history.TestChanges.KEY;
import static io.paxosstore.server.history.TestChanges.changes;
import static io.paxosstore.server.history.TestChanges.expect;
import static io.paxosstore.server.history.TestChanges.keep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.history.ChangeTail;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A clock that is set back takes nothing from the history that nobody is told of. */
@Timeout(60)
final class SetBackClockTest {
    private static final Duration STEP = Duration.ofMinutes(12);

    @TempDir private Path directory;
    private final Instant begin = Instant.now();
    private volatile Instant now = begin;

    private HistoryKeeper open(long bytesMax) {
        HistoryOptions options =
                new HistoryOptions(true, directory, bytesMax, Duration.ofHours(1), true);
        return new HistoryKeeper(1, 1, options, () -> false, () -> now).start();
    }

    private HistoryKeeper open() {
        return open(1 << 30);
    }

    private void setBack() {
        now = begin.minus(STEP);
    }

    /** Takes one change after the other. */
    private static final class Slow implements ChangeFollower {
        private final BlockingQueue<List<RangeChange>> told = new LinkedBlockingQueue<>();
        private final CountDownLatch begun = new CountDownLatch(1);

        @Override
        public void begins(boolean isResumed, HistoryPosition position) {
            begun.countDown();
        }

        @Override
        public void changed(HistoryPosition next, List<RangeChange> changes) {
            if (!changes.isEmpty()) {
                told.add(changes);
            }
        }

        @Override
        public void lost() {
            told.add(List.of());
        }
    }

    @Test
    void whoIsBehindIsToldEverything() throws Exception {
        Slow follower = new Slow();
        try (HistoryKeeper keeper = open()) {
            ChangeRange range = new ChangeRange(KEY.space(), KEY.key(), true);
            ChangeHistory.Following following =
                    keeper.follow(range, HistoryPosition.NOW, 1, follower);
            follower.begun.await();
            keep(keeper, 1, 10);
            expect(keeper, 1, 10);
            setBack();
            keep(keeper, 10, 20);
            expect(keeper, 1, 20);
            for (long entry = 1; entry < 20; entry++) {
                RangeChange told = follower.told.take().getFirst();
                assertEquals(changes(entry).version(), told.version());
                following.confirm(ChangeTail.bytes(told));
            }
        }
    }

    @Test
    void whoWasAwayIsToldEverything() throws Exception {
        TestFollower follower = new TestFollower(KEY);
        try (HistoryKeeper keeper = open()) {
            assertFalse(follower.follow(keeper));
            keep(keeper, 1, 10);
            expect(follower, 1, 10);
            follower.leave();
            setBack();
            keep(keeper, 10, 20);
            expect(keeper, 10, 20);
            now = begin;
            keep(keeper, 20, 30);
            assertTrue(follower.follow(keeper));
            expect(follower, 10, 30);
        }
    }

    @Test
    void entriesAreFound() throws Exception {
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            expect(keeper, 1, 100);
            setBack();
            keep(keeper, 100, 200);
            expect(keeper, 150, 200);
            expect(keeper, 1, 200);
        }
    }

    /** The place of a batch is made of the time of its file. */
    @Test
    void entriesAreFoundInAFileOfThatTime() throws Exception {
        setBack();
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 100);
            expect(keeper, 1, 100);
            now = begin;
            keep(keeper, 100, 200);
            expect(keeper, 1, 200);
            setBack();
            keep(keeper, 200, 300);
            expect(keeper, 1, 300);
            assertEquals(0, keeper.figures().losses());
        }
    }

    @Test
    void whoWasAwayIsToldEverythingAfterARestart() throws Exception {
        TestFollower follower = new TestFollower(KEY);
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 1, 10);
            expect(keeper, 1, 10);
            assertFalse(follower.follow(keeper));
        }
        setBack();
        try (HistoryKeeper keeper = open()) {
            keep(keeper, 10, 20);
            expect(keeper, 1, 20);
            assertTrue(follower.follow(keeper));
            expect(follower, 10, 20);
        }
    }

    @Test
    @SuppressWarnings("ReferenceEquality") // figures are replaced as a whole
    void theFileThatIsWrittenToStays() throws Exception {
        try (HistoryKeeper keeper = open(1)) {
            keep(keeper, 1, 100);
            expect(keeper, 1, 100);
            setBack();
            keep(keeper, 100, 200);
            expect(keeper, 150, 200);
            HistoryFigures before = keeper.figures();
            while (keeper.figures() == before) {
                Thread.onSpinWait(); // until files are counted, and removed, again
            }
            keep(keeper, 200, 300);
            expect(keeper, 150, 300);
        }
    }

    /** When the clock will have caught up, nobody knows. */
    @Test
    void setBackByHoursItBeginsAnew() throws Exception {
        Slow follower = new Slow();
        try (HistoryKeeper keeper = open()) {
            ChangeRange range = new ChangeRange(KEY.space(), KEY.key(), true);
            keeper.follow(range, HistoryPosition.NOW, 1 << 20, follower);
            follower.begun.await();
            keep(keeper, 1, 2);
            assertEquals(changes(1).version(), follower.told.take().getFirst().version());
            now = begin.minus(Duration.ofHours(2));
            keep(keeper, 2, 3);
            assertEquals(List.of(), follower.told.take(), "lost");
        }
    }
}
