package io.paxosstore.table;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Column;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A block of the main table: rows that follow each other, column by column, so that a point read
 * takes one block and of it only the columns asked for. Immutable.
 *
 * <pre>
 *  u8 format (1) | u32 CRC32C of all that follows | u16 rows | u16 columns |
 *  u32 where the keys begin, u32 where the deadlines begin, per column: u32 where it begins |
 *  keys:      {@link KeyList}
 *  deadlines: numbers
 *  column:    u8 1 if some are null, and bits | by type:
 *             bool bits; int64 numbers; float64 u64 of the bits each; decimal, string and bytes
 *             texts; timestamp numbers (seconds), numbers (nanoseconds)
 * </pre>
 *
 * <p>The columns are those outside of the primary key, in their order, as many as there were when
 * the block was written. Numbers, texts and bits: {@link BlockSections}. Compression is left to the
 * store below, which compresses a block as a whole.
 */
final class MainBlock {
    static final int FORMAT = 1;
    static final int ROWS_AT = Checksum.HEAD_BYTES;
    static final int COLUMNS_AT = ROWS_AT + Short.BYTES;
    static final int SECTIONS_AT = COLUMNS_AT + Short.BYTES;
    static final int KEYS = 0;
    static final int DEADLINES = 1;
    static final int FIRST_COLUMN = 2;

    private final TableDefinition table;
    private final byte[] bytes;
    private final ByteBuffer block;
    private final int rows;
    private final int columns;
    private final KeyList keys;

    private MainBlock(TableDefinition table, byte[] bytes) {
        this.table = table;
        this.bytes = bytes;
        this.block = ByteBuffer.wrap(bytes);
        this.rows = block.getShort(ROWS_AT) & 0xffff;
        this.columns = block.getShort(COLUMNS_AT) & 0xffff;
        this.keys = new KeyList(bytes, section(KEYS), rows);
    }

    /**
     * The block of these bytes.
     *
     * @throws MalformedBytesException if they are damaged
     */
    static MainBlock decode(TableDefinition table, byte[] bytes) {
        if (!Checksum.isRight(bytes, FORMAT)) {
            throw new MalformedBytesException(
                    "A block of " + bytes.length + " bytes of a main table is damaged.");
        }
        return new MainBlock(table, bytes);
    }

    private int section(int number) {
        return block.getInt(SECTIONS_AT + number * Integer.BYTES);
    }

    int rows() {
        return rows;
    }

    KeyList keys() {
        return keys;
    }

    /** A row, of which only what is asked for is decoded. */
    StoredRow row(int row) {
        return new Row(row, keys.key(row));
    }

    private final class Row implements StoredRow {
        private final int row;
        private final byte[] key;
        private @Nullable Object @Nullable [] keyValues;

        Row(int row, byte[] key) {
            this.row = row;
            this.key = key;
        }

        @Override
        public byte[] key() {
            return key;
        }

        @Override
        public long deadlineMillis() {
            return BlockSections.number(block, section(DEADLINES), row);
        }

        @Override
        public @Nullable Object value(int place) {
            int slot = table.slots()[place];
            if (slot >= 0) {
                return slot < columns ? columnValue(slot, table.column(place), row) : null;
            }
            if (keyValues == null) {
                keyValues = new Object[table.columnCount()];
                RowKeys.decode(table, key, keyValues);
            }
            return keyValues[place];
        }
    }

    private @Nullable Object columnValue(int slot, Column column, int row) {
        int at = section(FIRST_COLUMN + slot);
        boolean hasNulls = block.get(at) != 0;
        at++;
        if (hasNulls) {
            if (BlockSections.bit(block, at, row)) {
                return null;
            }
            at += BlockSections.bitsBytes(rows);
        }
        return switch (column.type()) {
            case BOOL -> BlockSections.bit(block, at, row);
            case INT64 -> BlockSections.number(block, at, row);
            case FLOAT64 -> block.getDouble(at + row * Double.BYTES);
            case DECIMAL -> ValueCodec.decimal(BlockSections.text(block, at, rows, row), column);
            case STRING -> {
                int from = BlockSections.textAt(block, at, rows, row);
                int to = BlockSections.textAt(block, at, rows, row + 1);
                yield new String(bytes, from, to - from, StandardCharsets.UTF_8);
            }
            case BYTES -> BlockSections.text(block, at, rows, row);
            case TIMESTAMP -> {
                int nanosAt = at + BlockSections.numbersBytes(block, at, rows);
                yield KeyCodec.instant(
                        BlockSections.number(block, at, row),
                        BlockSections.number(block, nanosAt, row));
            }
        };
    }
}
