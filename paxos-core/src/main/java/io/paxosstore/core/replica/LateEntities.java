package io.paxosstore.core.replica;

import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The entities of a replica whose load is answered late: the requests that are parked at them end
 * at their deadlines. Not thread-safe.
 */
final class LateEntities {
    private final Turn turn;
    private final Map<EntityKey, Resident> residents;

    /** Those at which requests are parked, or were. */
    private final Set<Resident> waiting = new LinkedHashSet<>();

    /** No deadline of their requests is earlier. */
    private long earliestNanos = Long.MAX_VALUE;

    /**
     * @param residents the replica's, as they are now
     */
    LateEntities(Turn turn, Map<EntityKey, Resident> residents) {
        this.turn = turn;
        this.residents = residents;
    }

    /** The answer to an entity's load comes late. */
    void add(EntityKey key) {
        Resident resident = residents.get(key);
        if (resident != null) {
            resident.isLate = true;
            parked(resident);
        }
    }

    /** Something was parked at an entity. */
    void parked(Resident resident) {
        if (resident.isLate && resident.parkedDeadlineNanos() < Long.MAX_VALUE) {
            waiting.add(resident);
            earliestNanos = Math.min(earliestNanos, resident.parkedDeadlineNanos());
        }
    }

    /** The answer to an entity's load has come. */
    void loaded(Resident resident) {
        if (resident.isLate) {
            resident.isLate = false;
            waiting.remove(resident);
            if (waiting.isEmpty()) {
                earliestNanos = Long.MAX_VALUE;
            }
        }
    }

    /**
     * The earliest of those deadlines, monotonic, or earlier; {@link Long#MAX_VALUE} for none. Does
     * not look at the entities, of which there may be thousands while a disk hangs.
     */
    long nextNanos() {
        return earliestNanos;
    }

    /** Refuses the requests whose deadline has passed. */
    void expire() {
        if (turn.nowNanos() < earliestNanos) {
            return;
        }
        earliestNanos = Long.MAX_VALUE;
        for (Iterator<Resident> all = waiting.iterator(); all.hasNext(); ) {
            Resident resident = all.next();
            long nextNanos = Long.MAX_VALUE;
            if (resident.log == null && residents.get(resident.seat.key()) == resident) {
                resident.expireParked(turn);
                nextNanos = resident.parkedDeadlineNanos();
            }
            if (nextNanos == Long.MAX_VALUE) {
                all.remove();
            } else {
                earliestNanos = Math.min(earliestNanos, nextNanos);
            }
        }
    }
}
