package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * What an entity of a general PaxosLog carries from entry to entry beside its data: which entry the
 * data reflects, who owns the next fast number (Rule F4), the clock, and the recent requests (Rule
 * E1). Every replica keeps it with the data, in one atomic step, and every image contains it.
 * Immutable.
 */
public final class EntityHead {
    /** Before entry 1. */
    public static final EntityHead NOTHING = new EntityHead(0, null, 0, new RequestTable());

    private final long version;
    private final @Nullable ValueId id;
    private final long clockMillis;
    private final RequestTable table;

    /**
     * What the next entry makes of an entity.
     *
     * @param head the head after it
     * @param changes to the data, as the engine encoded them; empty for a no-op
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Next(EntityHead head, byte[] changes) {}

    private EntityHead(long version, @Nullable ValueId id, long clockMillis, RequestTable table) {
        this.version = version;
        this.id = id;
        this.clockMillis = clockMillis;
        this.table = table;
    }

    /**
     * Restores what was kept.
     *
     * @param requestTable as {@link #requestTable} gave it
     */
    public static EntityHead of(long version, ValueId id, long clockMillis, byte[] requestTable) {
        RequestTable table = RequestTable.decode(ByteBuffer.wrap(requestTable));
        return new EntityHead(version, id, clockMillis, table);
    }

    /**
     * The head after the next entry, and what that changes: a function of this head and the entry's
     * value, the same on every replica.
     */
    public Next after(EntryValue value) {
        ChangesPayload payload = ChangesPayload.decode(value);
        EntityHead head =
                new EntityHead(
                        version + 1,
                        value.id(),
                        payload.clockMillis(),
                        payload.after(table, clockMillis));
        return new Next(head, payload.changes());
    }

    /** What an entry's value changes, as the engine encoded it; empty for a no-op. */
    public static byte[] changesOf(EntryValue value) {
        return ChangesPayload.decode(value).changes();
    }

    /** The newest entry that the data reflects; 0 for none. */
    public long version() {
        return version;
    }

    /** The id of that entry's value; null before entry 1. */
    public @Nullable ValueId id() {
        return id;
    }

    /** The clock recorded in that entry, milliseconds since 1970. */
    public long clockMillis() {
        return clockMillis;
    }

    /** The recent requests, encoded. */
    public byte[] requestTable() {
        return table.toBytes();
    }

    /** The recent requests; not to be changed. */
    public RequestTable table() {
        return table;
    }
}
