package io.paxosstore.node.history;

import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import java.util.List;

/** Is told what a node's history says of a range. On any thread, one call after the other. */
public interface ChangeFollower {
    /**
     * It begins.
     *
     * @param isResumed whether at the position that was asked for; else what lies before this one
     *     is not told
     */
    void begins(boolean isResumed, HistoryPosition position);

    /**
     * Changes, in the order of the history.
     *
     * @param next where it goes on after them
     * @param changes empty when there were none in the range, as a sign of life
     */
    void changed(HistoryPosition next, List<RangeChange> changes);

    /** Something was lost: this follower is told nothing more. */
    void lost();
}
