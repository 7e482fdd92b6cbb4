package io.paxosstore.table;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Puts rows together to a {@link MainBlock}. Not thread-safe. */
final class MainBlockBuilder {
    /**
     * Bytes of the rows of a block, about. A block is somewhat smaller, because numbers take fewer
     * bytes in it: just above the 4 KiB after which the store below begins a new block of its own,
     * so that a point read is one read from the disk, and of one block only.
     */
    static final int TARGET_BYTES = 5 * 1024;

    /** Most rows of a block. */
    static final int ROWS_MAX = 4096;

    private static final byte[] NOTHING = {};

    private final TableDefinition table;
    private final List<byte[]> keys = new ArrayList<>();
    private final List<Long> deadlines = new ArrayList<>();
    private final List<@Nullable Object[]> rows = new ArrayList<>();
    private int bytes;

    MainBlockBuilder(TableDefinition table) {
        this.table = table;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** Whether a block may have no more rows. */
    boolean isFull() {
        return rows.size() >= ROWS_MAX;
    }

    /** About the bytes of the block. */
    int bytes() {
        return bytes;
    }

    /** The greatest key so far. */
    byte[] lastKey() {
        return keys.getLast();
    }

    /** Adds a row; its key is greater than all before. */
    void add(StoredRow row) {
        @Nullable Object[] values = row.values(table);
        keys.add(row.key());
        deadlines.add(row.deadlineMillis());
        rows.add(values);
        bytes += bytes(table, row);
    }

    /** About the bytes that a row has in a block. */
    static int bytes(TableDefinition table, StoredRow row) {
        int bytes = row.key().length + Short.BYTES;
        for (int place : table.valuePlaces()) {
            bytes += ColumnType.size(row.value(place)) + Short.BYTES;
        }
        return bytes;
    }

    /** The block. */
    byte[] build() {
        int[] places = table.valuePlaces();
        ByteWriter out = new ByteWriter(bytes + bytes / 4 + 256);
        List<byte[]> sections = new ArrayList<>();
        sections.add(keySection());
        ByteWriter deadlineSection = new ByteWriter(64);
        BlockSections.putNumbers(
                deadlineSection, deadlines.stream().mapToLong(Long::longValue).toArray());
        sections.add(deadlineSection.toBytes());
        for (int place : places) {
            sections.add(columnSection(place));
        }
        out.putByte(MainBlock.FORMAT).putInt(0);
        out.putByte(rows.size() >>> Byte.SIZE).putByte(rows.size());
        out.putByte(places.length >>> Byte.SIZE).putByte(places.length);
        int at = MainBlock.SECTIONS_AT + sections.size() * Integer.BYTES;
        for (byte[] section : sections) {
            out.putInt(at);
            at += section.length;
        }
        sections.forEach(out::putRaw);
        byte[] block = out.toBytes();
        Checksum.put(block);
        return block;
    }

    private byte[] keySection() {
        ByteWriter out = new ByteWriter(rows.size() * 16);
        KeyList.put(out, keys);
        return out.toBytes();
    }

    private byte[] columnSection(int place) {
        Column column = table.column(place);
        ByteWriter out = new ByteWriter(rows.size() * 8 + 16);
        boolean[] nulls = new boolean[rows.size()];
        boolean hasNulls = false;
        for (int row = 0; row < nulls.length; row++) {
            nulls[row] = rows.get(row)[place] == null;
            hasNulls |= nulls[row];
        }
        out.putByte(hasNulls ? 1 : 0);
        if (hasNulls) {
            BlockSections.putBits(out, nulls);
        }
        switch (column.type()) {
            case BOOL -> {
                boolean[] bits = new boolean[nulls.length];
                for (int row = 0; row < bits.length; row++) {
                    bits[row] = Boolean.TRUE.equals(rows.get(row)[place]);
                }
                BlockSections.putBits(out, bits);
            }
            case INT64 -> putNumbers(out, place, value -> (Long) value);
            case FLOAT64 -> {
                for (@Nullable Object[] row : rows) {
                    Object value = row[place];
                    out.putLong(value == null ? 0 : Double.doubleToLongBits((Double) value));
                }
            }
            case DECIMAL ->
                    putTexts(
                            out,
                            place,
                            value -> ((BigDecimal) value).unscaledValue().toByteArray());
            case STRING ->
                    putTexts(
                            out, place, value -> ((String) value).getBytes(StandardCharsets.UTF_8));
            case BYTES -> putTexts(out, place, value -> (byte[]) value);
            case TIMESTAMP -> {
                putNumbers(out, place, value -> ((Instant) value).getEpochSecond());
                putNumbers(out, place, MainBlockBuilder::nanos);
            }
        }
        return out.toBytes();
    }

    @SuppressWarnings("JavaInstantGetSecondsGetNano") // the seconds are a section of their own
    private static long nanos(Object value) {
        return ((Instant) value).getNano();
    }

    /** NULLs take the first number that is there, so that they make the others no wider. */
    private void putNumbers(ByteWriter out, int place, Function<Object, Long> number) {
        long filler = 0;
        for (@Nullable Object[] row : rows) {
            Object value = row[place];
            if (value != null) {
                filler = number.apply(value);
                break;
            }
        }
        long[] numbers = new long[rows.size()];
        for (int i = 0; i < numbers.length; i++) {
            Object value = rows.get(i)[place];
            numbers[i] = value == null ? filler : number.apply(value);
        }
        BlockSections.putNumbers(out, numbers);
    }

    private void putTexts(ByteWriter out, int place, Function<Object, byte[]> text) {
        List<byte[]> texts = new ArrayList<>(rows.size());
        for (@Nullable Object[] row : rows) {
            Object value = row[place];
            texts.add(value == null ? NOTHING : text.apply(value));
        }
        BlockSections.putTexts(out, texts);
    }
}
