package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

class BlockIndexTest {
    private static final byte[] RECORD = {};
    private static final int VALUE_BYTES = 1000;

    private static final TableDefinition TABLE =
            TableDefinition.of(
                    TableSchema.builder()
                            .column("k", ColumnType.STRING)
                            .column("v", ColumnType.BYTES)
                            .key("k")
                            .build());

    private final MemoryTable store = new MemoryTable(MemoryTable.Plant.NONE);

    BlockIndexTest() {
        store.put(Region.SCHEMA, RECORD, TABLE.encode());
    }

    private static byte[] key(String name) {
        @Nullable Object[] values = {name, null};
        return RowKeys.of(TABLE, values);
    }

    private void write(String name) {
        @Nullable Object[] values = {name, new byte[VALUE_BYTES]};
        DeltaRecord row = DeltaRecord.of(TABLE, key(name), 0, values);
        store.put(Region.DELTA, row.key(), row.encode());
    }

    private static String name(int row, int length) {
        String number = "%06d".formatted(row);
        return number + "x".repeat(length - number.length());
    }

    /** Rows with names of a length, all merged. */
    private void rows(int count, int length) {
        for (int row = 0; row < count; row++) {
            write(name(row, length));
        }
        merge();
    }

    private void merge() {
        byte[] from = {};
        while (from != null) {
            MergeStep.Result step = MergeStep.of(store, from, 20_000);
            store.merge(step);
            from = step.next();
        }
        assertEquals(List.of(), store.records(Region.DELTA).values().stream().toList());
    }

    private void everyRowIsFound(int count, int length) {
        TableReader reader = new TableReader(TABLE, store);
        for (int row = 0; row < count; row++) {
            assertNotNull(reader.row(key(name(row, length))), "row " + row);
            assertNull(reader.row(key(name(row, length) + "y")), "behind row " + row);
        }
        assertNull(reader.row(key("")));
        assertNull(reader.row(key("z")));
    }

    private byte[] record() {
        return Objects.requireNonNull(store.get(Region.BLOCKS, RECORD));
    }

    @Test
    void aTableWithoutBlocksHasNone() {
        write("a");
        assertNull(BlockIndex.of(store));
        assertNotNull(new TableReader(TABLE, store).row(key("a")));
        assertNull(new TableReader(TABLE, store).row(key("b")));
    }

    @Test
    void itListsTheBlocksThereAre() {
        rows(200, 20);
        BlockIndex index = Objects.requireNonNull(BlockIndex.of(store));
        List<byte[]> blocks = List.copyOf(store.records(Region.MAIN).keySet());
        assertArrayEquals(blocks.toArray(), index.keys().toArray());
        for (byte[] block : blocks) {
            assertArrayEquals(block, index.blockOf(block));
            byte[] above = store.records(Region.MAIN).higherKey(block);
            assertArrayEquals(above, index.blockOf(RowKeys.after(block)));
        }
        everyRowIsFound(200, 20);
    }

    @Test
    void aTableWhoseRowsAreAllGoneHasAnEmptyOne() {
        rows(50, 20);
        for (int row = 0; row < 50; row++) {
            store.put(Region.DELTA, key(name(row, 20)), DeltaRecord.TOMBSTONE);
        }
        merge();
        assertEquals(0, store.records(Region.MAIN).size());
        assertEquals(List.of(), Objects.requireNonNull(BlockIndex.of(store)).keys());
        assertNull(new TableReader(TABLE, store).row(key(name(1, 20))));
    }

    @Test
    void aMergeListsTheBlocksThatWereNotListed() {
        rows(200, 20);
        store.records(Region.BLOCKS).clear();
        everyRowIsFound(200, 20);
        write(name(100, 20));
        merge();
        assertEquals(List.of(), TableAudit.of(store, new TableCounts(200, 0)));
        assertNotNull(BlockIndex.of(store));
        everyRowIsFound(200, 20);
    }

    @Test
    void oneThatGetsTooLongIsGivenUp() {
        rows(200, 400);
        assertNull(BlockIndex.of(store));
        assertEquals(1, record().length);
        everyRowIsFound(200, 400);
        write(name(100, 400));
        merge();
        assertEquals(1, record().length);
        assertEquals(List.of(), TableAudit.of(store, new TableCounts(200, 0)));
    }

    @Test
    void itIsNeverLongerThanItMayBe() {
        for (int count = 100; count < 400; count += 10) {
            for (int row = count - 100; row < count; row++) {
                write(name(row, 40));
            }
            merge();
            int bytes = record().length;
            assertEquals(bytes, Math.min(bytes, BlockIndex.BYTES_MAX), "bytes of the record");
        }
        everyRowIsFound(390, 40);
    }

    @Test
    void everyFlippedBitIsNoticed() {
        rows(100, 20);
        byte[] whole = record().clone();
        for (int bit = Byte.SIZE; bit < whole.length * Byte.SIZE; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            store.put(Region.BLOCKS, RECORD, damaged);
            assertThrows(MalformedBytesException.class, () -> BlockIndex.of(store), "bit " + bit);
        }
        store.put(Region.BLOCKS, RECORD, Arrays.copyOf(whole, 3));
        assertThrows(MalformedBytesException.class, () -> BlockIndex.of(store));
    }

    @Test
    void aMissingBlockIsNoMissingRow() {
        rows(100, 20);
        byte[] first = store.records(Region.MAIN).firstKey();
        store.records(Region.MAIN).remove(first);
        TableReader reader = new TableReader(TABLE, store);
        assertThrows(MalformedBytesException.class, () -> reader.row(key(name(0, 20))));
        assertEquals(
                List.of("The index of the main table lists other blocks than there are."),
                TableAudit.of(store, new TableCounts(100, 0)).stream()
                        .filter(problem -> problem.startsWith("The index of the main"))
                        .toList());
    }
}
