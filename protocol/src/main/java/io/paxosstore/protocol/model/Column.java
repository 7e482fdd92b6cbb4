package io.paxosstore.protocol.model;

/**
 * A column of a table.
 *
 * @param name unique in its table; upper and lower case differ
 * @param type the type of its values
 * @param nullable whether it may hold no value
 * @param precision digits of a decimal, 1 to {@link #PRECISION_MAX}; 0 for other types
 * @param scale digits of a decimal behind its point, 0 to the precision; 0 for other types
 */
public record Column(String name, ColumnType type, boolean nullable, int precision, int scale) {
    /** Most digits of a decimal. */
    public static final int PRECISION_MAX = 38;

    /** Longest name of a column or index in UTF-8. */
    public static final int NAME_BYTES_MAX = 127;

    /**
     * A column.
     *
     * @throws IllegalArgumentException if precision or scale do not fit the type
     */
    public Column {
        boolean fits =
                type == ColumnType.DECIMAL
                        ? precision >= 1
                                && precision <= PRECISION_MAX
                                && scale >= 0
                                && scale <= precision
                        : precision == 0 && scale == 0;
        if (!fits) {
            throw new IllegalArgumentException(
                    "The column \""
                            + name
                            + "\" of type "
                            + type.word()
                            + " has the precision "
                            + precision
                            + " and the scale "
                            + scale
                            + "; a decimal has 1 to "
                            + PRECISION_MAX
                            + " digits, at most all of them behind the point, and other types have"
                            + " none.");
        }
    }

    /** A column that always holds a value. */
    public static Column required(String name, ColumnType type) {
        return new Column(name, type, false, 0, 0);
    }

    /** A column that may hold no value. */
    public static Column nullable(String name, ColumnType type) {
        return new Column(name, type, true, 0, 0);
    }

    /** A decimal column that always holds a value. */
    public static Column decimal(String name, int precision, int scale) {
        return new Column(name, ColumnType.DECIMAL, false, precision, scale);
    }

    /** The same column, which may hold no value. */
    public Column orNull() {
        return new Column(name, type, true, precision, scale);
    }

    /** The same column under another name. */
    public Column named(String newName) {
        return new Column(newName, type, nullable, precision, scale);
    }

    /** The type as people write it: "int64", "decimal(10,2)". */
    public String typeWord() {
        return type == ColumnType.DECIMAL
                ? type.word() + "(" + precision + "," + scale + ")"
                : type.word();
    }
}
