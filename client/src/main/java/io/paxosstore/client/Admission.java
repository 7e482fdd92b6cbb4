package io.paxosstore.client;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Bounds the calls that are under way. One more waits, first come, first served, until one of them
 * has ended; its deadline goes on meanwhile. Owned by the network thread, so that a caller who
 * waits here waits as for any answer: no lock, and no wake-up of its own that could be lost.
 */
final class Admission {
    /** Calls that ended while they waited are swept out when there are so many at least. */
    private static final int SWEEP_MIN = 1024;

    private final int underWayMax;
    private final Queue<Call<?>> queue = new ArrayDeque<>();
    private int underWay;
    private int queued;

    /**
     * @param underWayMax calls that may be under way at once
     */
    Admission(int underWayMax) {
        this.underWayMax = underWayMax;
    }

    /** Lets a new call in, or queues it; whether it may be sent. */
    boolean admit(Call<?> call) {
        if (queued == 0 && underWay < underWayMax) {
            underWay++;
            return true;
        }
        call.phase = Call.Phase.QUEUED;
        queue.add(call);
        queued++;
        return false;
    }

    /** Takes the call that has waited longest, if there is room for one; it is then under way. */
    @Nullable Call<?> next() {
        if (queued == 0 || underWay >= underWayMax) {
            return null;
        }
        Call<?> call = queue.remove();
        while (call.phase != Call.Phase.QUEUED) {
            call = queue.remove(); // it ended while it waited
        }
        queued--;
        underWay++;
        call.phase = Call.Phase.NEW;
        return call;
    }

    /** A call ends, wherever it is. */
    void ended(Call<?> call) {
        if (call.phase != Call.Phase.QUEUED) {
            underWay--;
            return;
        }
        queued--;
        call.phase = Call.Phase.DONE;
        if (queue.size() - queued > Math.max(queued, SWEEP_MIN)) {
            queue.removeIf(other -> other.phase != Call.Phase.QUEUED);
        }
    }
}
