package io.paxosstore.protocol.model;

/**
 * Versions of entities as clients see them: {@code entry * 65536 + n} after the n-th MultiOp of an
 * entry of the entity's log that changed something, so that no two states share one. Whoever
 * compares a version cannot overlook another MultiOp of the same entry.
 */
public final class EntityVersion {
    /** So many numbers an entry has. */
    public static final int ORDINALS = 1 << 16;

    private static final int ORDINAL_BITS = 16;

    private EntityVersion() {}

    /**
     * The version after a change.
     *
     * @param entry the entry's id
     * @param ordinal which change of the entry it is, from 1; less than {@link #ORDINALS}
     */
    public static long of(long entry, int ordinal) {
        return (entry << ORDINAL_BITS) + ordinal;
    }

    /** The entry of a version; 0 for the version of an entity that nothing has changed. */
    public static long entryOf(long version) {
        return version >>> ORDINAL_BITS;
    }
}
