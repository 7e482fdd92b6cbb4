package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.TableQuery;

import org.jspecify.annotations.Nullable;

/**
 * Where a query goes on with its next page.
 *
 * <pre>
 *  u8 how (1 ascending key, 2 descending key, 3 sorted) | varint rows left, 0 for all |
 *  u8 1 and the place that was reached, or u8 0
 * </pre>
 *
 * @param left most rows to come; {@link Long#MAX_VALUE} for all
 * @param place that was reached: a row's key, or its place in the sort order; null at the beginning
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record QueryCursor(String table, int how, long left, byte @Nullable [] place) {
    private static final int ASCENDING = 1;
    private static final int DESCENDING = 2;
    private static final int SORTED = 3;
    private static final int HEAD_BYTES = 16;

    /**
     * Where a query begins or goes on. It goes on as it began, whatever indexes there are now.
     *
     * @param descending how the primary key shows rows in the order wanted; null if it does not
     * @param indexed whether a query that begins is better sorted
     */
    static QueryCursor of(
            String table, TableQuery query, @Nullable Boolean descending, boolean indexed) {
        int keyOrder = SORTED;
        if (descending != null) {
            keyOrder = descending ? DESCENDING : ASCENDING;
        }
        byte[] given = query.cursor();
        if (given == null) {
            return new QueryCursor(table, indexed ? SORTED : keyOrder, all(query.limit()), null);
        }
        try {
            ByteReader in = ByteReader.of(given);
            int itsHow = in.getByte();
            long left = in.getVarint();
            byte[] place = in.getByte() == 1 ? in.getRest() : null;
            in.end();
            if ((itsHow == SORTED || itsHow == keyOrder) && left >= 0) {
                return new QueryCursor(table, itsHow, all(left), place);
            }
        } catch (MalformedBytesException e) {
            throw foreign(table);
        }
        throw foreign(table);
    }

    /** Whether rows are read as they come and sorted; else in the order of the primary key. */
    boolean isSorted() {
        return how == SORTED;
    }

    boolean isDescending() {
        return how == DESCENDING;
    }

    private static long all(long left) {
        return left == 0 ? Long.MAX_VALUE : left;
    }

    private static TableFailureException foreign(String table) {
        return TableFailureException.invalid(
                table, "the cursor is not one of this query; begin without one.");
    }

    /** Where the next page begins. */
    byte[] next(byte @Nullable [] reached, int rows) {
        if (reached != null && reached.length > ModelLimits.KEY_BYTES_MAX - HEAD_BYTES) {
            throw new TableFailureException(
                    new Failure.LimitExceeded(
                            "KEY_BYTES_MAX",
                            reached.length + (long) HEAD_BYTES,
                            ModelLimits.KEY_BYTES_MAX));
        }
        ByteWriter out = new ByteWriter(64);
        out.putByte(how).putVarint(left == Long.MAX_VALUE ? 0 : left - rows);
        out.putByte(reached == null ? 0 : 1);
        return reached == null ? out.toBytes() : out.putRaw(reached).toBytes();
    }
}
