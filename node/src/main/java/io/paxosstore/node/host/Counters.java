package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.key.EntityKey;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts of one shard, written by its loop alone and read by anyone: a store needs no lock and no
 * locked instruction.
 */
public final class Counters {
    /** What is counted. */
    public enum Count {
        WRITES_OK,
        READS_OK,
        NOT_DONE_OVERLOADED,
        NOT_DONE_DEADLINE,
        NOT_DONE_DISK_FULL,
        NOT_DONE_NO_VOTE,
        NOT_DONE_NOT_A_VOTER,
        NOT_DONE_CLOCK_AHEAD,
        OUTCOME_UNKNOWN,
        REQUEST_EXPIRED,
        RECOVERED,
        RECOVER_FAILED,
        PERSISTED_RECORDS,
        COMMITS,
        LOADS,
        LOADS_AMNESIAC,
        REBUILT,
        RECOVERY_ENTRIES_SENT,
        RECOVERY_PAGES_SENT,
        RECOVERY_IMAGES,
        RECOVERY_APPENDED,
        RECOVERY_APPENDED_REFUSED,
        RECOVERY_BY_ENTRIES,
        RECOVERY_BY_APPENDED,
        RECOVERY_BY_IMAGE,
        DAMAGED,
        TURNS,
        MESSAGES_SENT,
        MESSAGES_RECEIVED,
        MESSAGES_DROPPED_FULL,
        MESSAGES_DROPPED_DISCONNECTED,
        MESSAGES_DROPPED_DAMAGED,
        MESSAGES_DROPPED_MALFORMED,
        MESSAGES_DROPPED_OVERLOADED,
        MESSAGES_DROPPED_UNDECIDED,
        MESSAGES_DROPPED_DISK_FULL,
        FRAMES_DROPPED_INCARNATION,
        FRAMES_MISSED,
        SWEEP_COMPARED,
        SWEEP_DIFFERENCES,
        SWEEP_QUARANTINED,
        SWEEP_TOLD,
        SWEEP_WALKS,
        CONTENT_COMPARED,
        CONTENT_MISSED,
        CONTENT_DIFFERENCES,
        CONTENT_QUARANTINED,
        CONTENT_REPAIRED,
        CONTENT_PASSES,
        FRAMES_SENT,
        FRAMES_RECEIVED,
        BYTES_SENT,
        BYTES_RECEIVED,
        WATCH_EVENTS,
        WATCH_COMPACTED,
        WATCH_ENDED,
        REQUESTS_WITHOUT_MEMORY,
        LARGE_EXPIRED,
        LARGE_RESTS,
        CONNECTIONS_UNFINISHED,
        CONNECTIONS_SLOW,
        CONNECTIONS_REFUSED,
        WATCHES,
        REQUESTS_WAITING,
        LARGE_WAITING,
        ACTIVE_ENTITIES,
        PENDING_BYTES;

        /** As what an outcome is counted. */
        static Count of(Operation operation, Outcome outcome) {
            if (operation == Operation.RECOVER && !(outcome instanceof Outcome.Recovered)) {
                return Count.RECOVER_FAILED;
            }
            return switch (outcome) {
                case Outcome.Written _, Outcome.Executed _ -> Count.WRITES_OK;
                case Outcome.Value _, Outcome.Current _ -> Count.READS_OK;
                case Outcome.Recovered recovered -> Count.RECOVERED;
                case Outcome.NotDone notDone ->
                        switch (notDone.reason()) {
                            case OVERLOADED -> Count.NOT_DONE_OVERLOADED;
                            case DEADLINE -> Count.NOT_DONE_DEADLINE;
                            case DISK_FULL -> Count.NOT_DONE_DISK_FULL;
                            case NO_VOTE -> Count.NOT_DONE_NO_VOTE;
                            case NOT_A_VOTER -> Count.NOT_DONE_NOT_A_VOTER;
                            case CLOCK_AHEAD -> Count.NOT_DONE_CLOCK_AHEAD;
                        };
                case Outcome.Unknown unknown -> Count.OUTCOME_UNKNOWN;
                case Outcome.RequestExpired expired -> Count.REQUEST_EXPIRED;
            };
        }
    }

    private final AtomicLongArray values = new AtomicLongArray(Count.values().length);
    private final RequestLatency latency = new RequestLatency();
    private final SlotCounts slots;
    private final SpaceCounts spaces = new SpaceCounts();

    /** For a shard that is alone. */
    public Counters() {
        this(0, 1);
    }

    /**
     * For one of several shards.
     *
     * @param shard its index, from 0
     * @param shardCount of the node
     */
    public Counters(int shard, int shardCount) {
        this.slots = new SlotCounts(shard, shardCount);
    }

    /** A request of a client was taken; on the shard's loop only. */
    void admitted(Operation operation, EntityKey key) {
        slots.count(key.slot());
        spaces.count(key.space(), operation);
    }

    /** Requests of clients by slot. */
    public SlotCounts slots() {
        return slots;
    }

    /** Requests of clients by space. */
    public SpaceCounts spaces() {
        return spaces;
    }

    /** Adds one; on the shard's loop only. */
    public void increment(Count count) {
        add(count, 1);
    }

    /** Adds; on the shard's loop only. */
    public void add(Count count, long amount) {
        int index = indexOf(count);
        values.setOpaque(index, values.getPlain(index) + amount);
    }

    /** Sets the present value of something that goes up and down; on the shard's loop only. */
    public void set(Count count, long value) {
        values.setOpaque(indexOf(count), value);
    }

    /** The value as of a moment ago; from any thread. */
    public long get(Count count) {
        return values.getOpaque(indexOf(count));
    }

    @SuppressWarnings("EnumOrdinal") // a cell's place lives no longer than the process
    private static int indexOf(Count count) {
        return count.ordinal();
    }

    /** How long requests took. */
    public RequestLatency latency() {
        return latency;
    }
}
