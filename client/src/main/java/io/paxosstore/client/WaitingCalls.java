package io.paxosstore.client;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The calls that no node can take now, the oldest first. Owned by the network thread. */
final class WaitingCalls {
    /** How often it is looked whether anybody still waits for them. */
    static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final int sweepSize;
    private final Queue<Call<?>> calls = new ArrayDeque<>();

    /**
     * @param sweepSize calls that ended while they waited are swept out when there are so many
     */
    WaitingCalls(int sweepSize) {
        this.sweepSize = sweepSize;
    }

    /** One more waits. */
    void add(Call<?> call) {
        if (calls.size() >= sweepSize) {
            calls.removeIf(other -> other.phase != Call.Phase.WAITING);
        }
        calls.add(call);
        call.phase = Call.Phase.WAITING;
    }

    /** Takes all that still wait; whichever still finds no node may be added again. */
    void takeAll(Consumer<Call<?>> taker) {
        for (int count = calls.size(); count > 0; count--) {
            Call<?> call = calls.remove();
            if (call.phase == Call.Phase.WAITING) {
                taker.accept(call);
            }
        }
    }
}
