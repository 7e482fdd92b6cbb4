package io.paxosstore.protocol.range;

import io.paxosstore.protocol.model.RangeChange;

import java.util.ArrayList;
import java.util.List;

/**
 * What one node's stream owes of a key: it has come to a version without telling how, so others
 * have to tell of everything up to that. What it tells of the key afterwards waits until they have.
 * Not thread-safe.
 */
final class Owed {
    private long skippedTo;
    private final List<RangeChange> later = new ArrayList<>();

    Owed(long skippedTo) {
        this.skippedTo = skippedTo;
    }

    /** It tells something more of the key. Returns how many changes wait more than before. */
    int add(RangeChange change) {
        if (!change.isSkipped()) {
            later.add(change);
            return 1;
        }
        int before = later.size();
        later.clear(); // between them and this one something may be missing
        skippedTo = Math.max(skippedTo, change.version());
        return -before;
    }

    /** Whether this version, which another one has told, is all that was owed. */
    boolean isSettledBy(long version) {
        return skippedTo <= version;
    }

    /** Whether it has come to this version itself. */
    boolean has(long version) {
        return skippedTo == version || later.stream().anyMatch(one -> one.version() == version);
    }

    /** What waits, in its order. */
    List<RangeChange> later() {
        return later;
    }
}
