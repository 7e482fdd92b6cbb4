package io.paxosstore.core;

import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

/**
 * One record of a PaxosLog: the state S(X,X) of this replica for one entry, to be made durable.
 *
 * <p>Of several records of the same entity and entry the one with {@code chosen} set wins, then the
 * greater {@code accepted}, then the greater {@code promised}; the order in which they are read
 * does not matter.
 *
 * @param key the entity
 * @param entry the entry id, from 1
 * @param promised the promise number m
 * @param accepted the accepted proposal number n; 0 when nothing is accepted; never above {@code
 *     promised}, but for chosen records, where both may be 0
 * @param value the accepted or chosen value; null exactly when {@code accepted} is 0 and the record
 *     is not {@code chosen}
 * @param chosen whether {@code value} is the chosen value of {@code entry}
 * @param version the newest entry this replica knew to be chosen, and held, when it wrote the
 *     record: the newest record of that entry (by the order above) is thereby chosen too (Rule D3).
 *     With a general PaxosLog, of a chosen record it is the entry itself only if an image brought
 *     it, so that nothing is said of the entries before
 * @param rebuilt Rule A2: once this record is durable the replica's amnesia for the entity is over;
 *     records written before it no longer count
 */
public record LogRecord(
        EntityKey key,
        long entry,
        long promised,
        long accepted,
        @Nullable EntryValue value,
        boolean chosen,
        long version,
        boolean rebuilt) {
    /**
     * The promise number of a floor (Rule A2): a record of an entry that this replica will never
     * vote on, because it may have voted there before it lost its memory. Never sent to anybody.
     */
    public static final long FLOOR = Long.MAX_VALUE;

    /** A record of a replica that has its memory. */
    public LogRecord(
            EntityKey key,
            long entry,
            long promised,
            long accepted,
            @Nullable EntryValue value,
            boolean chosen,
            long version) {
        this(key, entry, promised, accepted, value, chosen, version, false);
    }

    public LogRecord {
        Invariant.check(entry > 0, "entry id must be positive");
        Invariant.check(chosen || accepted <= promised, "accepted number above promised number");
        Invariant.check(
                (value != null) == (chosen || accepted > 0),
                "a value comes with an accepted number");
    }

    /** The same, with another {@code version}. */
    public LogRecord withVersion(long other) {
        return new LogRecord(key, entry, promised, accepted, value, chosen, other, rebuilt);
    }

    /** The same, ending no amnesia. */
    public LogRecord notRebuilt() {
        return new LogRecord(key, entry, promised, accepted, value, chosen, version);
    }
}
