package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeMedium;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.history.ChangeTail;
import io.paxosstore.node.history.ChangeTails;
import io.paxosstore.protocol.model.HistoryPosition;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Those who follow the history. Of the history's thread, but for {@link #follow} and what that
 * returns: what they want waits for the thread, a few entries for each of them.
 */
final class HistoryFollowers {
    private static final long LIFE_NANOS = TimeUnit.MILLISECONDS.toNanos(ChangeTails.LIFE_MILLIS);

    private final Queue<Runnable> wishes = new ConcurrentLinkedQueue<>();
    private @Nullable ChangeTails tails;
    private @Nullable HistoryMedium medium;
    private long toldNanos = System.nanoTime();

    /** One of them. */
    private final class Follower implements ChangeHistory.Following {
        private final ChangeRange range;
        private final HistoryPosition from;
        private final int windowBytes;
        private final ChangeFollower follower;

        // Of the history's thread.
        private @Nullable ChangeTail tail;

        private Follower(
                ChangeRange range, HistoryPosition from, int windowBytes, ChangeFollower follower) {
            this.range = range;
            this.from = from;
            this.windowBytes = windowBytes;
            this.follower = follower;
        }

        private void begin() {
            ChangeTails present = tails;
            HistoryMedium open = medium;
            if (present == null || open == null) {
                follower.lost();
            } else {
                tail = present.begin(range, from, follower, windowBytes, open);
            }
        }

        @Override
        public void confirm(int bytes) {
            wishes.add(() -> {
                if (tail != null) {
                    tail.confirm(bytes);
                }
            });
        }

        @Override
        public void end() {
            wishes.add(() -> {
                if (tail != null && tails != null) {
                    tails.end(tail);
                }
            });
        }
    }

    /** See {@link ChangeHistory#follow}. Thread-safe. */
    ChangeHistory.Following follow(
            ChangeRange range, HistoryPosition from, int windowBytes, ChangeFollower follower) {
        Follower added = new Follower(range, from, windowBytes, follower);
        wishes.add(added::begin);
        return added;
    }

    /** Whether there is anybody; the history's thread. */
    boolean hasAny() {
        return tails != null && !tails.isEmpty();
    }

    boolean hasWishes() {
        return !wishes.isEmpty();
    }

    /** There is a history from now on. */
    void opened(HistoryMedium opened, long lineage) {
        medium = opened;
        tails = new ChangeTails(lineage, opened.newestPlace());
    }

    /** A batch was kept. */
    void kept(long place, ByteBuffer batch) {
        if (tails != null) {
            tails.kept(new ChangeMedium.Batch(place, batch));
        }
    }

    /** Does what they want, and tells those who are behind; returns whether there is more. */
    boolean advance(long nanos) {
        for (Runnable wish = wishes.poll(); wish != null; wish = wishes.poll()) {
            wish.run();
        }
        ChangeTails present = tails;
        HistoryMedium open = medium;
        if (present == null || open == null || present.isEmpty()) {
            return false;
        }
        if (System.nanoTime() - toldNanos >= LIFE_NANOS) {
            toldNanos = System.nanoTime();
            present.tellPositions();
        }
        long begun = System.nanoTime();
        return present.advance(open, () -> System.nanoTime() - begun < nanos);
    }

    /** Whether somebody has met what cannot be read. */
    boolean haveMetDamage() {
        return tails != null && tails.hasMetDamage();
    }

    /** Something of the history is missing: all begin anew, in another lineage. */
    void lost(long lineage) {
        if (tails != null) {
            tails.lost(lineage);
        }
    }

    /** There is no history any more. */
    void closed() {
        lost(0);
        tails = null;
        medium = null;
    }
}
