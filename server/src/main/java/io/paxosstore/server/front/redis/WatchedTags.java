package io.paxosstore.server.front.redis;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many tags are watched for commands that wait, on all loops together, and may be. Each is a
 * watch of the node, of which other clients need some, too. Thread-safe.
 */
final class WatchedTags {
    private final int most;
    private final AtomicInteger count = new AtomicInteger();

    WatchedTags(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    /** So many more are watched; false if that would be too many, and none is. */
    boolean begin(int more) {
        if (count.addAndGet(more) > most) {
            count.addAndGet(-more);
            return false;
        }
        return true;
    }

    /** One is watched no more. */
    void end() {
        count.decrementAndGet();
    }
}
