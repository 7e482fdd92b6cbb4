package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.table.Region;
import io.paxosstore.table.TableContent;

/**
 * The walk over what an entity holds that is the same on every replica at the same version, record
 * by record, in a fixed order: the entity's version, then the objects in the order of their names,
 * each with its header, its deadline, its elements and their deadlines, and of a table its columns,
 * its rows and its indexes. Little memory is needed, however much there is.
 *
 * <p>Entries name the records that they change, so a record that differs will lead to another
 * answer sooner or later, also where no client sees it yet: positions of lists and numbers of
 * objects count as well. What replicas may do each in its own time is left out:
 *
 * <ul>
 *   <li>merges of tables: rows of main and delta table take the place of their records
 *   <li>the purge: an object whose deadline is not after the clock of the entity's newest entry is
 *       gone for every later entry (that clock never falls), so it counts as removed, whether its
 *       records are still there or not. Fields and rows that have expired are removed by entries
 *       only, and count until then
 * </ul>
 */
public final class LogicalContent {
    private LogicalContent() {}

    /** Told of the records. */
    @FunctionalInterface
    public interface Records {
        /**
         * A record.
         *
         * @return whether more are wanted
         */
        boolean record(byte[] key, byte[] value);
    }

    /**
     * Shows all records.
     *
     * @return whether all were wanted
     * @throws io.paxosstore.protocol.bytes.MalformedBytesException if something is damaged
     */
    public static boolean of(EntityState state, Records records) {
        byte[] version = state.get(KeyLayout.VERSION);
        if (version != null && !records.record(KeyLayout.VERSION, version)) {
            return false;
        }
        try (RecordCursor cursor = state.scan(KeyLayout.HEADERS, KeyLayout.HEADERS_END)) {
            while (cursor.next()) {
                byte[] value = cursor.value();
                ObjectHeader header = ObjectHeader.decode(value);
                boolean goesOn =
                        header.isExpired(state.clockMillis())
                                || (records.record(cursor.key(), value)
                                        && object(state, header, records));
                if (!goesOn) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean object(EntityState state, ObjectHeader header, Records records) {
        long generation = header.generation();
        long deadline = header.deadlineMillis();
        if (deadline != Deadlines.NEVER
                && !one(state, KeyLayout.expiry(deadline, generation), records)) {
            return false;
        }
        return switch (header) {
            case ObjectHeader.Value _ -> true;
            case ObjectHeader.List _,
                    ObjectHeader.Queue _,
                    ObjectHeader.Set _,
                    ObjectHeader.SortedSet _,
                    ObjectHeader.Map _,
                    ObjectHeader.Stream _ ->
                    range(
                            state,
                            KeyLayout.generation(generation),
                            KeyLayout.generationEnd(generation),
                            records);
            case ObjectHeader.Table _ -> table(state, generation, records);
        };
    }

    private static boolean table(EntityState state, long generation, Records records) {
        TableRecords table = new TableRecords(state, generation);
        return one(state, KeyLayout.schema(generation), records)
                && TableContent.canonicalRows(
                        table, (key, row) -> records.record(table.key(Region.DELTA, key), row))
                && range(state, table, Region.DEADLINES, records)
                && range(state, table, Region.INDEX, records);
    }

    private static boolean range(
            EntityState state, TableRecords table, Region region, Records records) {
        return range(state, table.key(region, new byte[0]), table.end(region, null), records);
    }

    private static boolean range(EntityState state, byte[] from, byte[] to, Records records) {
        try (RecordCursor cursor = state.scan(from, to)) {
            while (cursor.next()) {
                if (!records.record(cursor.key(), cursor.value())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean one(EntityState state, byte[] key, Records records) {
        byte[] value = state.get(key);
        return value == null || records.record(key, value);
    }
}
