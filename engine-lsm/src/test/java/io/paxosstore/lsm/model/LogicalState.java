package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.table.NaiveTable;
import io.paxosstore.table.Region;
import io.paxosstore.table.TableContent;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a state holds, whatever is merged: all records, but of tables their rows take the place of
 * the records of main and delta table.
 */
public final class LogicalState {
    private static final int REGION_AT = 9;

    private LogicalState() {}

    /** The records in the order of their keys. */
    public static NavigableMap<byte[], byte[]> of(EntityState state) {
        NavigableMap<byte[], byte[]> all = new TreeMap<>(Arrays::compareUnsigned);
        Set<Long> tables = new HashSet<>();
        try (RecordCursor cursor = state.scan(new byte[] {0}, new byte[] {(byte) 0xff})) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                if (!KeyLayout.isBlocks(key)) {
                    all.put(key, cursor.value());
                }
                if (KeyLayout.isSchema(key)) {
                    tables.add(KeyLayout.generationOfElement(key));
                }
            }
        }
        all.keySet()
                .removeIf(key ->
                        (isOf(key, Region.DELTA) || isOf(key, Region.MAIN))
                                && tables.contains(KeyLayout.generationOfElement(key)));
        for (long generation : tables) {
            TableContent.rows(
                    new TableRecords(state, generation),
                    row -> {
                        String shown = NaiveTable.show(row.values(), row.deadlineMillis());
                        return all.put(
                                        KeyLayout.table(generation, Region.DELTA, row.key()),
                                        shown.getBytes(StandardCharsets.UTF_8))
                                == null;
                    });
        }
        return all;
    }

    private static boolean isOf(byte[] key, Region region) {
        return key.length > REGION_AT && key[0] == 2 && key[REGION_AT] == region.code();
    }

    /** Fails if two states hold different things. */
    public static void check(EntityState actual, EntityState expected) {
        NavigableMap<byte[], byte[]> wanted = of(expected);
        NavigableMap<byte[], byte[]> found = of(actual);
        for (Map.Entry<byte[], byte[]> record : wanted.entrySet()) {
            byte[] value = found.remove(record.getKey());
            if (!Arrays.equals(value, record.getValue())) {
                throw new AssertionError(
                        "A record is missing or another: "
                                + Arrays.toString(record.getKey())
                                + " of entry "
                                + expected.entry()
                                + ": "
                                + (value == null ? null : new String(value, StandardCharsets.UTF_8))
                                + " for "
                                + new String(record.getValue(), StandardCharsets.UTF_8));
            }
        }
        if (!found.isEmpty()) {
            throw new AssertionError(
                    "There are records too many: " + Arrays.toString(found.firstKey()));
        }
    }
}
