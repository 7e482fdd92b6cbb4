package io.paxosstore.client;

import io.paxosstore.protocol.range.RangeReader;

/** Who takes the events of one watch on a range. Called on the network thread; must not block. */
interface RangeSink extends RangeReader {
    /** Whether there is room for more; if not, {@link RangeEngine#resume} says when there is. */
    boolean hasRoom();

    /** The watch has ended, not by {@link RangeEngine#cancel}. */
    void closed(NotDoneException.Reason reason, String message);
}
