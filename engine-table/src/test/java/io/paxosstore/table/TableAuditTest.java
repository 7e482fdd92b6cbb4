package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;

/** Every row of a table may be wrong. */
class TableAuditTest {
    private static final TableDefinition TABLE =
            TableDefinition.of(
                    TableSchema.builder().column("k", ColumnType.INT64).key("k").build());

    @Test
    void onlyTheFirstProblemsAreKept() {
        MemoryTable table = new MemoryTable(MemoryTable.Plant.NONE);
        table.put(Region.SCHEMA, new byte[0], TABLE.encode());
        int rows = 1000;
        for (long key = 0; key < rows; key++) {
            @Nullable Object[] values = {key};
            DeltaRecord row = DeltaRecord.of(TABLE, RowKeys.of(TABLE, values), 5, values);
            table.put(Region.DELTA, row.key(), row.encode());
        }
        List<String> problems = TableAudit.of(table, new TableCounts(rows, rows));
        assertEquals(TableAudit.PROBLEMS_MAX, problems.size());
        assertEquals("The deadline of a row is missing.", problems.getLast());
    }
}
