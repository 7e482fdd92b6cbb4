package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.HexFormat;

/** The bytes of tables, which those who come later must be able to read. */
class TableFormatTest {
    private static final TableSchema SCHEMA =
            TableSchema.builder()
                    .column("k", ColumnType.INT64)
                    .column("b", ColumnType.BOOL)
                    .nullable("i", ColumnType.INT64)
                    .column("f", ColumnType.FLOAT64)
                    .column(Column.decimal("d", 9, 2))
                    .nullable("s", ColumnType.STRING)
                    .column("y", ColumnType.BYTES)
                    .column("t", ColumnType.TIMESTAMP)
                    .key("k")
                    .index("by_s", "s", "i")
                    .build();

    private static final TableDefinition TABLE = TableDefinition.of(SCHEMA);

    private static DeltaRecord row(long key, @Nullable String text) {
        @Nullable Object[] values = {
            key,
            true,
            text == null ? null : (Object) 300L,
            0.5,
            new BigDecimal("-1.25"),
            text,
            new byte[] {0, 1},
            Instant.ofEpochSecond(-1, 7)
        };
        return DeltaRecord.of(TABLE, RowKeys.of(TABLE, values), 1000, values);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    @Test
    void definition() {
        byte[] bytes = TABLE.encode();
        assertEquals(
                "010008016b02000000016201000000016902010000016603000000016404"
                        + "00090201730501000001790600000001740700000001000101000462795f"
                        + "7302050201",
                hex(bytes));
        assertEquals(SCHEMA, TableDefinition.decode(bytes).schema());
        assertArrayEquals(bytes, TableDefinition.decode(bytes).encode());
    }

    @Test
    void deltaRecords() {
        assertEquals(
                "01e807070001d8043fe0000000000000018304746578740200010107",
                hex(row(1, "text").encode()));
        assertEquals("01e8070712013fe000000000000001830200010107", hex(row(1, null).encode()));
        assertEquals("00", hex(DeltaRecord.TOMBSTONE));
    }

    @Test
    void keysOfRowsIndexesAndDeadlines() {
        DeltaRecord row = row(1, "a\u0000b");
        byte[] key = row.key();
        assertEquals("8000000000000001", hex(key));
        byte[] indexed = RowKeys.indexed(TABLE, TABLE.indexes().getFirst(), row, key);
        assertEquals("0000016100ff62000101800000000000012c8000000000000001", hex(indexed));
        assertArrayEquals(key, RowKeys.ofIndexed(TABLE, TABLE.indexes().getFirst(), indexed));
        assertEquals("00000000000003e88000000000000001", hex(RowKeys.deadline(1000, key)));
    }

    @Test
    void block() {
        MainBlockBuilder builder = new MainBlockBuilder(TABLE);
        builder.add(row(1, "text"));
        builder.add(row(2, null));
        assertEquals(
                "01738f5202000200070000002d0000003f000000480000004a0000005500"
                        + "000066000000700000007d00000089000780000000000000020000000100"
                        + "0201020000000000000003e80003010200000000000000012c003fe00000"
                        + "000000003fe0000000000000000200000001000283830102020000000400"
                        + "04746578740002000000020004000100010000ffffffffffffffff000000"
                        + "000000000007",
                hex(builder.build()));
    }
}
