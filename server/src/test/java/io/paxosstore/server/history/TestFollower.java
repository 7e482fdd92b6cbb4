package io.paxosstore.server.history;

import io.paxosstore.node.history.ChangeFollower;
import io.paxosstore.node.history.ChangeHistory;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Somebody who follows one entity, and goes on where it was. */
class TestFollower implements ChangeFollower {
    private final EntityKey key;
    private final BlockingQueue<Boolean> beginnings = new LinkedBlockingQueue<>();
    private final BlockingQueue<Long> versions = new LinkedBlockingQueue<>();
    private volatile HistoryPosition next = HistoryPosition.NOW;
    private ChangeHistory.@Nullable Following following;

    TestFollower(EntityKey key) {
        this.key = key;
    }

    @Override
    public void begins(boolean isResumed, HistoryPosition position) {
        next = position;
        beginnings.add(isResumed);
    }

    @Override
    public void changed(HistoryPosition position, List<RangeChange> changes) {
        changes.forEach(change -> versions.add(change.version()));
        next = position;
    }

    @Override
    public void lost() {}

    /** Follows; returns whether from where it was. */
    final boolean follow(HistoryKeeper keeper) throws InterruptedException {
        ChangeRange range = new ChangeRange(key.space(), key.key(), true);
        following = keeper.follow(range, next, Integer.MAX_VALUE, this);
        return beginnings.take();
    }

    /** Follows no longer. */
    final void leave() {
        if (following != null) {
            following.end();
        }
    }

    /** The next version that it is told of; waits for it. */
    final long next() throws InterruptedException {
        return versions.take();
    }

    /** Whether it was told of nothing more. */
    final boolean hasHeardAll() {
        return versions.isEmpty();
    }
}
