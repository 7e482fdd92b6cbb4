package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;

/** Blocks give back what was put into them, and damage is noticed. */
class MainBlockTest {
    private static TableSchema schema() {
        List<Column> columns = new ArrayList<>();
        columns.add(Column.required("key", ColumnType.STRING));
        for (ColumnType type : ColumnType.values()) {
            Column column =
                    type == ColumnType.DECIMAL
                            ? Column.decimal(type.word(), 20, 3)
                            : Column.required(type.word(), type);
            columns.add(column);
            columns.add(column.named(type.word() + "?").orNull());
        }
        return new TableSchema(columns, List.of("key"), List.of(), 0);
    }

    private static NavigableMap<byte[], DeltaRecord> rows(
            TableDefinition table, Random random, int count, int nullsOf100) {
        RandomCells cells = new RandomCells(random);
        NavigableMap<byte[], DeltaRecord> rows = new TreeMap<>(Arrays::compareUnsigned);
        for (int i = 0; i < count; i++) {
            @Nullable Object[] values = new Object[table.columnCount()];
            values[0] = "key " + random.nextInt(10_000);
            for (int place = 1; place < values.length; place++) {
                Column column = table.column(place);
                boolean none = column.nullable() && random.nextInt(100) < nullsOf100;
                values[place] =
                        none ? null : NaiveCells.stored("t", column, cells.value(column, false));
            }
            byte[] key = RowKeys.of(table, values);
            rows.put(key, DeltaRecord.of(table, key, random.nextInt(2) * 99L, values));
        }
        return rows;
    }

    private static byte[] block(TableDefinition table, Iterable<DeltaRecord> rows) {
        MainBlockBuilder builder = new MainBlockBuilder(table);
        rows.forEach(builder::add);
        return builder.build();
    }

    @Test
    void blocksGiveBackTheirRows() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        TableDefinition table = TableDefinition.of(schema());
        for (int count : new int[] {1, 2, 9, 300}) {
            for (int nulls : new int[] {0, 50, 100}) {
                NavigableMap<byte[], DeltaRecord> rows = rows(table, random, count, nulls);
                check(table, rows, random);
            }
        }
    }

    private static void check(
            TableDefinition table, NavigableMap<byte[], DeltaRecord> rows, Random random) {
        MainBlock block = MainBlock.decode(table, block(table, rows.values()));
        assertEquals(rows.size(), block.rows());
        int at = 0;
        for (DeltaRecord row : rows.values()) {
            assertArrayEquals(row.key(), block.keys().key(at));
            assertEquals(at, block.keys().find(row.key()));
            StoredRow found = block.row(at++);
            assertEquals(row.deadlineMillis(), found.deadlineMillis());
            assertTrue(Arrays.deepEquals(row.values(table), found.values(table)));
            byte[] bytes = row.encode();
            DeltaRecord decoded = DeltaRecord.decode(table, row.key(), bytes);
            assertTrue(Arrays.deepEquals(row.values(table), decoded.values(table)));
        }
        for (int i = 0; i < 200; i++) {
            byte[] key = ("key " + random.nextInt(10_000) + "\u0000\u0001").getBytes(UTF);
            byte[] cut = Arrays.copyOf(key, random.nextInt(key.length + 1));
            int found = block.keys().find(cut);
            int below = rows.headMap(cut, false).size();
            assertEquals(rows.containsKey(cut) ? below : -1 - below, found);
        }
    }

    private static final java.nio.charset.Charset UTF = java.nio.charset.StandardCharsets.UTF_8;

    @Test
    void everyFlippedBitIsNoticed() {
        TableDefinition table = TableDefinition.of(schema());
        byte[] block = block(table, rows(table, new Random(5), 7, 30).values());
        for (int bit = 0; bit < block.length * Byte.SIZE; bit++) {
            byte[] damaged = block.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertThrows(MalformedBytesException.class, () -> MainBlock.decode(table, damaged));
        }
        for (int length = 0; length < block.length; length++) {
            byte[] cut = Arrays.copyOf(block, length);
            assertThrows(MalformedBytesException.class, () -> MainBlock.decode(table, cut));
        }
    }

    /** A block of before has no columns that were added since. */
    @Test
    void columnsThatWereAddedSinceAreNull() {
        TableSchema before = schema();
        TableDefinition table = TableDefinition.of(before);
        byte[] block = block(table, rows(table, new Random(6), 3, 30).values());
        List<Column> columns = new ArrayList<>(before.columns());
        columns.add(Column.nullable("new", ColumnType.INT64));
        TableDefinition after =
                TableDefinition.of(new TableSchema(columns, before.key(), List.of(), 0));
        StoredRow row = MainBlock.decode(after, block).row(0);
        assertEquals(null, row.value(columns.size() - 1));
        Object[] old = MainBlock.decode(table, block).row(0).values(table);
        assertTrue(
                Arrays.deepEquals(
                        old, Arrays.copyOf(Objects.requireNonNull(row.values(after)), old.length)));
    }
}
