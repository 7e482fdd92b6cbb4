package io.paxosstore.node.watch;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;

import java.util.concurrent.atomic.AtomicInteger;

/** How many watches of all kinds a node has, and may have. Thread-safe. */
public final class WatchCount {
    private final int most;
    private final AtomicInteger count = new AtomicInteger();

    /** None yet, of so many that there may be. */
    public WatchCount(int most) {
        this.most = most;
    }

    /** One more begins; false if there may be none. */
    boolean begin() {
        if (count.incrementAndGet() > most) {
            count.decrementAndGet();
            return false;
        }
        return true;
    }

    /** One has ended that did begin. */
    void end() {
        count.decrementAndGet();
    }

    /** Why none may begin. */
    Response.Failure tooMany(long correlation) {
        return new Response.Failure(
                correlation,
                FailureCode.TOO_MANY_WATCHES,
                most,
                "This node has " + most + " watches already, as many as it may (watch.per-node).");
    }
}
