package io.paxosstore.node.repair;

import io.paxosstore.node.host.Counters;
import io.paxosstore.node.host.Counters.Count;

/**
 * What other nodes said and was not taken, or never came, on connections that stayed: nobody else
 * will tell that something was missed. Not thread-safe.
 */
final class Losses {
    private final Counters counters;
    private boolean ofOtherEpoch;
    private long seen;

    Losses(Counters counters) {
        this.counters = counters;
    }

    /** A message was not taken, since it was said in another epoch. */
    void ofOtherEpoch() {
        ofOtherEpoch = true;
    }

    /** Whether something was lost since this was asked last. */
    boolean isAny() {
        long drops =
                counters.get(Count.MESSAGES_DROPPED_OVERLOADED)
                        + counters.get(Count.MESSAGES_DROPPED_DAMAGED)
                        + counters.get(Count.MESSAGES_DROPPED_MALFORMED)
                        + counters.get(Count.MESSAGES_DROPPED_DISK_FULL)
                        + counters.get(Count.FRAMES_DROPPED_INCARNATION)
                        + counters.get(Count.FRAMES_MISSED);
        boolean isAny = ofOtherEpoch || drops != seen;
        ofOtherEpoch = false;
        seen = drops;
        return isAny;
    }
}
