package io.paxosstore.core;

/**
 * Counts what the protocol does in one {@code Replica} since it started. Written by the shard's
 * thread; other threads may read slightly old numbers.
 */
public final class ReplicaStats {
    /** What is counted. */
    public enum Counter {
        /** Entries this node proposed under the fast number that were chosen. */
        FAST_PATH_CHOSEN,
        /** Entries this node drove through a prepare phase that were chosen. */
        PREPARED_CHOSEN,
        /** Prepare phases begun. */
        ROUNDS_PREPARED,
        /** Rounds given up because of a greater number: contention. */
        ROUNDS_OUTVOTED,
        /** Slots lost to another value; the requests were evaluated again. */
        SLOTS_LOST,
        /** Requests answered with the result of their first execution (Rule E3). */
        DUPLICATES,
        /** Read batches answered after one round of probes. */
        READ_BATCHES_CURRENT,
        /** Read batches that had to learn or finish an entry first (Rule R2). */
        READ_BATCHES_DRIVEN,
        /** Newest entries taken over from another replica (Rule C1). */
        CATCH_UPS,
        /** Images that replaced an entity's data (Rule C2). */
        IMAGES_INSTALLED,
        /** Entities met whose state is lost (Rule A1). */
        AMNESIAC,
        /** Entities that have been rebuilt and vote again (Rule A2). */
        REBUILT,
        /** Messages sent again because no answer came. */
        RETRANSMITS,
        /** Messages dropped because this node is no voter of the entity they are about. */
        MESSAGES_MISROUTED,
        /** Messages dropped because they were said in another epoch of the slot (Rule M1). */
        MESSAGES_OF_OTHER_EPOCHS
    }

    private final long[] counts = new long[Counter.values().length];

    public void add(Counter counter) {
        counts[index(counter)]++;
    }

    /** The count since the start. */
    public long get(Counter counter) {
        return counts[index(counter)];
    }

    @SuppressWarnings("EnumOrdinal") // an index into an array of this class alone
    private static int index(Counter counter) {
        return counter.ordinal();
    }
}
