package io.paxosstore.protocol.range;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/** What one node tells, as {@link RangeMerge} knows it. Not thread-safe. */
final class NodeStream {
    final int number;
    HistoryPosition position = HistoryPosition.NOW;
    boolean isOpen;
    boolean isAwaited = true;
    boolean isWhole;

    /** It is not listened to, but could be at once. */
    boolean isStopped;

    /** Whether what came of it last was news. */
    boolean bringsNews;

    /** Since when it is to wait for others, and how long it still may. */
    @Nullable Long aheadNanos;

    long waitLeftNanos = RangeMerge.WAIT_NANOS;

    /** What the node has come to without telling how, until another one has told it. */
    final Map<EntityKey, Owed> owed = new LinkedHashMap<>();

    /** How many changes wait for that. */
    int waiting;

    NodeStream(int number) {
        this.number = number;
    }

    boolean isThere() {
        return isOpen || isStopped;
    }

    boolean tells() {
        return isThere() && isWhole && owed.isEmpty();
    }

    int burden() {
        return owed.size() + waiting;
    }

    void breakOff() {
        isWhole = false;
        owed.clear();
        waiting = 0;
    }

    /** It tells what it cannot be taken at its word for yet. */
    void owe(EntityKey key, RangeChange change) {
        Owed before = owed.get(key);
        if (before == null) {
            owed.put(key, new Owed(change.version()));
        } else {
            waiting += before.add(change);
        }
    }
}
