package io.paxosstore.core.replica;

import io.paxosstore.core.step.Turn;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Map;
import java.util.function.Consumer;

/** When the entities of a replica want to be looked at again. Not thread-safe. */
final class ResidentTimers {
    private final Turn turn;
    private final TimerWheel<Resident> wheel = new TimerWheel<>();
    private final LateEntities late;

    /**
     * @param residents the replica's, as they are now
     */
    ResidentTimers(Turn turn, Map<EntityKey, Resident> residents) {
        this.turn = turn;
        this.late = new LateEntities(turn, residents);
    }

    /** The answer to an entity's load comes late: requests for it end at their deadlines. */
    void late(EntityKey key) {
        late.add(key);
    }

    /** Something was parked at an entity that is not in memory yet. */
    void parked(Resident resident) {
        late.parked(resident);
    }

    /** The answer to an entity's load has come. */
    void loaded(Resident resident) {
        late.loaded(resident);
    }

    /** After whatever may have changed when an entity in memory wants it. */
    void schedule(Resident resident) {
        PaxosLog log = resident.log;
        if (log == null) {
            return;
        }
        long wake = Math.min(log.wakeNanos(), turn.nowNanos() + TimerWheel.SPAN_NANOS);
        if (resident.timedAtNanos == Long.MAX_VALUE
                || wake < resident.timedAtNanos - TimerWheel.SLOT_NANOS) {
            resident.timedAtNanos = wake;
            wheel.add(resident, turn.nowNanos(), wake);
        }
    }

    /**
     * Passes on what is due in this turn, and ends what has waited too long for a load.
     *
     * @param due schedules it again if need be; may get one that has left memory since
     */
    void fire(Consumer<Resident> due) {
        wheel.fire(
                turn.nowNanos(),
                resident -> {
                    if (resident.log != null && turn.nowNanos() >= resident.timedAtNanos) {
                        resident.timedAtNanos = Long.MAX_VALUE;
                        due.accept(resident);
                    }
                });
        late.expire();
    }

    /** When something is due of entities in memory, monotonic; {@link Long#MAX_VALUE} for never. */
    long nextNanos() {
        return wheel.nextNanos();
    }

    /** The same of those who wait for one whose load is late. */
    long nextLateNanos() {
        return late.nextNanos();
    }
}
