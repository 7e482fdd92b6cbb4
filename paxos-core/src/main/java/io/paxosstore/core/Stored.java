package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/**
 * What a storage engine holds of one entity: the newest chosen entry, and the pending one if there
 * is any (Rule D7).
 *
 * @param version the newest entry known to be chosen; 0 when the entity was never written
 * @param chosenValue the value of that entry; null when version is 0 or the value was not asked for
 * @param pendingEntry the entry above {@code version} that holds a promise or an accepted value; 0
 *     when there is none. It may be greater than {@code version + 1}: everything between is settled
 *     elsewhere and never voted on here again (Rule D7)
 * @param promised the promise number m of the pending entry
 * @param accepted the accepted number n of the pending entry
 * @param pendingValue the accepted value; null when {@code accepted} is 0; always loaded
 * @param head what is kept beside the data of an entity of a general PaxosLog, at {@code version};
 *     null for a key-value entity
 * @param amnesiac Rule A1: the disk has lost, or may have lost, what this replica promised or
 *     accepted here. It must not vote until a record that is {@link LogRecord#rebuilt} is durable.
 *     The other components hold what is left, at worst nothing
 */
public record Stored(
        long version,
        @Nullable EntryValue chosenValue,
        long pendingEntry,
        long promised,
        long accepted,
        @Nullable EntryValue pendingValue,
        @Nullable EntityHead head,
        boolean amnesiac) {
    /** An entity that was never written. */
    public static final Stored NOTHING = new Stored(0, null, 0, 0, 0, null);

    /**
     * Rule A5: whether this replica needs nothing of the others to vote in this entity as if it had
     * never lost anything: it has its memory, and no entry is left at a floor.
     */
    public boolean isRecovered() {
        return !amnesiac && !(promised == LogRecord.FLOOR && pendingEntry > version);
    }

    /**
     * Whether a background sweep has to bring the entity up to date (Rules C3, A5).
     *
     * @param elsewhere the newest entry that another replica knows to be chosen
     */
    public boolean isBehind(long elsewhere) {
        return !isRecovered() || version < elsewhere;
    }

    /**
     * Whether a value is accepted of which it is not known here whether it was chosen. It may be
     * what a client was told, and nobody left who knows: chosen marks are not durable by themselves
     * (Rule D3).
     */
    public boolean isUnsettled() {
        return accepted > 0 && pendingEntry > version;
    }

    /**
     * Whether nothing is promised or accepted above the version, and nothing may have been lost: an
     * entry above it that was chosen before now was chosen without this replica.
     */
    public boolean isSettled() {
        return !amnesiac && pendingEntry <= version;
    }

    /** An entity of which everything is lost. */
    public static final Stored LOST = new Stored(0, null, 0, 0, 0, null, null, true);

    /** What is held of a key-value entity. */
    public Stored(
            long version,
            @Nullable EntryValue chosenValue,
            long pendingEntry,
            long promised,
            long accepted,
            @Nullable EntryValue pendingValue,
            boolean amnesiac) {
        this(version, chosenValue, pendingEntry, promised, accepted, pendingValue, null, amnesiac);
    }

    /** What a healthy key-value entity holds. */
    public Stored(
            long version,
            @Nullable EntryValue chosenValue,
            long pendingEntry,
            long promised,
            long accepted,
            @Nullable EntryValue pendingValue) {
        this(version, chosenValue, pendingEntry, promised, accepted, pendingValue, null, false);
    }
}
