package io.paxosstore.node.call;

import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.model.HistoryPosition;

/** The way to watches on ranges. */
@FunctionalInterface
public interface RangeCalls {
    /** A watch that nothing is wrong with, and that has not begun; on its watcher's loop. */
    Prepared prepare(Watcher watcher, long correlation, ChangeRange range, HistoryPosition from);

    /** One that may begin. */
    interface Prepared extends WatchedRange {
        /** Begins, unless the watcher does not want it any more. */
        void begin();
    }
}
