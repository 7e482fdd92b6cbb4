package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Steps of every size over blocks that are as small as steps may leave them. */
class MergeStepTest {
    private static final int BYTES_MAX = 4000;
    private static final int STEPS_MAX = 1000;

    private static final TableDefinition TABLE =
            TableDefinition.of(
                    TableSchema.builder()
                            .column("k", ColumnType.INT64)
                            .column("v", ColumnType.INT64)
                            .key("k")
                            .build());

    private static DeltaRecord row(long key, long value) {
        @Nullable Object[] values = {key, value};
        return DeltaRecord.of(TABLE, RowKeys.of(TABLE, values), 0, values);
    }

    private static void block(MemoryTable table, long... keys) {
        MainBlockBuilder builder = new MainBlockBuilder(TABLE);
        for (long key : keys) {
            builder.add(row(key, 0));
        }
        table.put(Region.MAIN, builder.lastKey(), builder.build());
    }

    /** Two small blocks, and records that fall into the first, many of them tombstones. */
    private static MemoryTable table() {
        MemoryTable table = new MemoryTable(MemoryTable.Plant.NONE);
        table.put(Region.SCHEMA, new byte[0], TABLE.encode());
        block(table, 1, 5000);
        block(table, 6000, 7000);
        for (long key = 2; key < 80; key++) {
            DeltaRecord row = row(key, key);
            boolean removed = key % 3 == 0;
            table.put(Region.DELTA, row.key(), removed ? DeltaRecord.TOMBSTONE : row.encode());
        }
        return table;
    }

    private static List<List<Object>> rows(TableView table) {
        List<List<Object>> rows = new ArrayList<>();
        TableContent.rows(table, row -> rows.add(new ArrayList<>(row.values())));
        return rows;
    }

    @Test
    void stepsOfEverySizeLeaveTheSameRowsInOrder() {
        List<List<Object>> expected = rows(table());
        TableCounts counts = new TableCounts(expected.size(), 0);
        for (long bytesMax = 1; bytesMax < BYTES_MAX; bytesMax += 7) {
            MemoryTable table = table();
            byte[] from = {};
            for (int steps = 0; from != null; steps++) {
                assertTrue(steps < STEPS_MAX, "steps of " + bytesMax + " bytes come to an end");
                MergeStep.Result step = MergeStep.of(table, from, bytesMax);
                table.merge(step);
                from = step.next();
                assertEquals(List.of(), TableAudit.of(table, counts), "bytes " + bytesMax);
                assertEquals(expected, rows(table), "bytes " + bytesMax);
            }
        }
    }
}
