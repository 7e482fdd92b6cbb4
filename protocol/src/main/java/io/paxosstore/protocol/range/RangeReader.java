package io.paxosstore.protocol.range;

import io.paxosstore.protocol.model.RangeChange;

/** Who is told of the changes of a range. */
public interface RangeReader {
    /** A change that was not told before. */
    void changed(RangeChange change);

    /** Everything is told from here on; what was before is to be read. */
    void resync();
}
