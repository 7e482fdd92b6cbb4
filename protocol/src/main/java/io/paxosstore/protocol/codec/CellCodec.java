package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.bytes.Utf8Bytes;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Values of columns, rows of them, and names of columns and indexes as bytes. */
final class CellCodec {
    private static final int NULL = 0;
    private static final int NANOS_MAX = 999_999_999;

    /** What an aggregate is called is a little longer than the name of its column. */
    private static final int LABEL_BYTES_MAX = 255;

    private CellCodec() {}

    static void putCell(@Nullable Object value, ModelWriter out) {
        if (value == null) {
            out.putByte(NULL);
        } else {
            putValue(value, out);
        }
    }

    /** A value that is not null. */
    static void putValue(@Nullable Object value, ModelWriter out) {
        if (value == null) {
            throw new IllegalArgumentException("A value is NULL where it may not be.");
        }
        ColumnType type = ColumnType.ofValue(value);
        out.putByte(type.code());
        switch (type) {
            case BOOL -> out.putBoolean((Boolean) value);
            case INT64 -> out.putZigzag((Long) value);
            case FLOAT64 -> out.putLong(Double.doubleToLongBits((Double) value));
            case DECIMAL -> putDecimal((BigDecimal) value, out);
            case STRING -> out.putElement(utf8("string", (String) value));
            case BYTES -> out.putElement((byte[]) value);
            case TIMESTAMP -> putInstant((Instant) value, out);
        }
    }

    static @Nullable Object getCell(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        return code == NULL ? null : getValue(code, in);
    }

    /** A value that is not null. */
    static Object getValue(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        if (code == NULL) {
            throw new MalformedModelException("A value is NULL where it may not be.");
        }
        return getValue(code, in);
    }

    private static Object getValue(int code, ModelReader in) throws MalformedModelException {
        return switch (SchemaCodec.type(code)) {
            case BOOL -> in.getBoolean();
            case INT64 -> in.getZigzag();
            case FLOAT64 -> getDouble(in);
            case DECIMAL -> getDecimal(in);
            case STRING -> string("string", in.getElement());
            case BYTES -> in.getElement();
            case TIMESTAMP -> getInstant(in);
        };
    }

    private static double getDouble(ModelReader in) throws MalformedModelException {
        long bits = in.getLong();
        double value = Double.longBitsToDouble(bits);
        if (Double.doubleToLongBits(value) != bits) {
            throw new MalformedModelException("A NaN has other bits than all others.");
        }
        return value;
    }

    private static void putDecimal(BigDecimal decimal, ModelWriter out) {
        if (Math.abs((long) decimal.scale()) > ModelLimits.DECIMAL_SCALE_MAX) {
            throw new LimitExceededException(
                    "The limit DECIMAL_SCALE_MAX of "
                            + ModelLimits.DECIMAL_SCALE_MAX
                            + " is exceeded: a decimal has the scale "
                            + decimal.scale()
                            + ".");
        }
        out.putZigzag(decimal.scale());
        out.putLimited(
                "DECIMAL_BYTES_MAX",
                ModelLimits.DECIMAL_BYTES_MAX,
                decimal.unscaledValue().toByteArray());
    }

    private static BigDecimal getDecimal(ModelReader in) throws MalformedModelException {
        long scale = in.getZigzag();
        if (scale < -ModelLimits.DECIMAL_SCALE_MAX || scale > ModelLimits.DECIMAL_SCALE_MAX) {
            throw new MalformedModelException("A decimal has the scale " + scale + ".");
        }
        byte[] bytes = in.getBytes("DECIMAL_BYTES_MAX", ModelLimits.DECIMAL_BYTES_MAX);
        if (bytes.length == 0) {
            throw new MalformedModelException("A decimal has no digits.");
        }
        BigInteger unscaled = new BigInteger(bytes);
        if (unscaled.toByteArray().length != bytes.length) {
            throw new MalformedModelException("A decimal is longer than it needs to be.");
        }
        return new BigDecimal(unscaled, (int) scale);
    }

    private static void putInstant(Instant instant, ModelWriter out) {
        out.putZigzag(instant.getEpochSecond());
        out.putVarint(instant.getNano());
    }

    private static Instant getInstant(ModelReader in) throws MalformedModelException {
        long seconds = in.getZigzag();
        long nanos = in.getVarint();
        if (seconds < Instant.MIN.getEpochSecond()
                || seconds > Instant.MAX.getEpochSecond()
                || nanos < 0
                || nanos > NANOS_MAX) {
            throw new MalformedModelException("A time is out of range.");
        }
        return Instant.ofEpochSecond(seconds, nanos);
    }

    /** Rows that all have so many cells; without columns there are none. */
    static void putRows(
            int columns, List<? extends List<? extends @Nullable Object>> rows, ModelWriter out) {
        out.putCells(rows.size(), columns);
        for (List<? extends @Nullable Object> row : rows) {
            checkWidth(columns, row);
            for (Object cell : row) {
                putCell(cell, out);
            }
        }
    }

    private static void checkWidth(int columns, List<?> row) {
        if (row.size() != columns) {
            throw new IllegalArgumentException(
                    "A row or key has "
                            + row.size()
                            + " values for "
                            + columns
                            + " columns; give each column one.");
        }
    }

    static List<List<@Nullable Object>> getRows(int columns, ModelReader in)
            throws MalformedModelException {
        int count = in.getCells(columns);
        List<List<@Nullable Object>> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            @Nullable Object[] cells = new @Nullable Object[columns];
            for (int column = 0; column < columns; column++) {
                cells[column] = getCell(in);
            }
            rows.add(Collections.unmodifiableList(Arrays.asList(cells)));
        }
        return rows;
    }

    /** Keys: rows without NULL. */
    static void putKeys(List<List<Object>> keys, ModelWriter out) {
        int width = keys.isEmpty() ? 0 : keys.get(0).size();
        ModelWriter.limit("COLUMNS_MAX", width, TableSchema.COLUMNS_MAX);
        out.putVarint(width);
        out.putCells(keys.size(), width);
        for (List<Object> key : keys) {
            checkWidth(width, key);
            key.forEach(value -> putValue(value, out));
        }
    }

    static List<List<Object>> getKeys(ModelReader in) throws MalformedModelException {
        int width = in.getParts("COLUMNS_MAX", TableSchema.COLUMNS_MAX);
        int count = in.getCells(width);
        if (count == 0 && width > 0) {
            throw new MalformedModelException("No keys have columns.");
        }
        List<List<Object>> keys = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Object[] cells = new Object[width];
            for (int column = 0; column < width; column++) {
                cells[column] = getValue(in);
            }
            keys.add(List.of(cells));
        }
        return keys;
    }

    /** The name of a column or index. */
    static void putName(String name, ModelWriter out) {
        byte[] bytes = utf8("name", name);
        if (bytes.length == 0) {
            throw new IllegalArgumentException("A column or index needs a name.");
        }
        out.putShort("NAME_BYTES_MAX", Column.NAME_BYTES_MAX, bytes);
    }

    static String getName(ModelReader in) throws MalformedModelException {
        String name = getNameOrEmpty(in);
        if (name.isEmpty()) {
            throw new MalformedModelException("The name of a column or index is empty.");
        }
        return name;
    }

    static void putOptionalName(@Nullable String name, ModelWriter out) {
        if (name == null) {
            out.putByte(0);
        } else {
            putName(name, out);
        }
    }

    static @Nullable String getOptionalName(ModelReader in) throws MalformedModelException {
        String name = getNameOrEmpty(in);
        return name.isEmpty() ? null : name;
    }

    private static String getNameOrEmpty(ModelReader in) throws MalformedModelException {
        return string("name", in.getShort("NAME_BYTES_MAX", Column.NAME_BYTES_MAX));
    }

    /** Names of columns; at most as many as a table may have. */
    static void putNames(List<String> names, ModelWriter out) {
        putColumnCount(names.size(), out);
        for (String name : names) {
            putName(name, out);
        }
    }

    static List<String> getNames(ModelReader in) throws MalformedModelException {
        int count = getColumnCount(in);
        List<String> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(getName(in));
        }
        return names;
    }

    static void putColumnCount(int count, ModelWriter out) {
        ModelWriter.limit("COLUMNS_MAX", count, TableSchema.COLUMNS_MAX);
        out.putVarint(count);
    }

    static int getColumnCount(ModelReader in) throws MalformedModelException {
        return in.getParts("COLUMNS_MAX", TableSchema.COLUMNS_MAX);
    }

    /** The name of a column, or what an aggregate is called. */
    static void putLabel(String label, ModelWriter out) {
        out.putShort("LABEL_BYTES_MAX", LABEL_BYTES_MAX, utf8("name", label));
    }

    static String getLabel(ModelReader in) throws MalformedModelException {
        return string("name", in.getShort("LABEL_BYTES_MAX", LABEL_BYTES_MAX));
    }

    /**
     * Text for people; what is too long is cut, because a failure must be told however long the
     * value is that it shows.
     */
    static void putText(String text, ModelWriter out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, ModelLimits.TEXT_BYTES_MAX);
        while (length < bytes.length && (bytes[length] & 0xc0) == 0x80) {
            length--; // not within a character
        }
        out.putLimited("TEXT_BYTES_MAX", ModelLimits.TEXT_BYTES_MAX, Arrays.copyOf(bytes, length));
    }

    static String getText(ModelReader in) throws MalformedModelException {
        return string("text", in.getBytes("TEXT_BYTES_MAX", ModelLimits.TEXT_BYTES_MAX));
    }

    /** UTF-8 from which the string can be made again. */
    static byte[] utf8(String what, String text) {
        return Utf8Bytes.of(what, text, "");
    }

    static String string(String what, byte[] bytes) throws MalformedModelException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        // Only what holds the replacement character may have been no UTF-8.
        if (text.indexOf('\ufffd') >= 0
                && !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new MalformedModelException("A " + what + " is not valid UTF-8.");
        }
        return text;
    }
}
