package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

/**
 * A value of many rows, as in SQL: all but the count of rows pass over NULLs, and are NULL without
 * anything else.
 *
 * @param function what is computed
 * @param column of which column; null to count rows
 */
public record Aggregate(Function function, @Nullable String column) {
    /** What an aggregate computes. */
    public enum Function {
        /** How many rows, or values of a column: an int64. */
        COUNT(1, "count"),
        /**
         * The sum of a number column: a decimal for integers and decimals, so that it cannot
         * overflow; a float64 for floats.
         */
        SUM(2, "sum"),
        /** The least value. */
        MIN(3, "min"),
        /** The greatest value. */
        MAX(4, "max"),
        /**
         * The mean of a number column: a float64 for floats; else a decimal with {@link
         * #AVG_DIGITS} digits behind the point more than the column, rounded half up.
         */
        AVG(5, "avg");

        private final byte code;
        private final String word;

        Function(int code, String word) {
            this.code = (byte) code;
            this.word = word;
        }

        /** The number that stands for it in all formats. */
        public byte code() {
            return code;
        }

        /** What people call it. */
        public String word() {
            return word;
        }

        /**
         * The function of a number.
         *
         * @throws IllegalArgumentException if none has it
         */
        public static Function of(int code) {
            for (Function function : values()) {
                if (function.code == code) {
                    return function;
                }
            }
            throw new IllegalArgumentException("No aggregate has the number " + code + ".");
        }
    }

    /** Digits behind the point that a mean has more than its column. */
    public static final int AVG_DIGITS = 10;

    /**
     * An aggregate.
     *
     * @throws IllegalArgumentException if a column is missing
     */
    public Aggregate {
        if (column == null && function != Function.COUNT) {
            throw new IllegalArgumentException("The " + function.word() + " needs a column.");
        }
    }

    /** How many rows. */
    public static Aggregate countRows() {
        return new Aggregate(Function.COUNT, null);
    }

    /** How many values of a column. */
    public static Aggregate count(String column) {
        return new Aggregate(Function.COUNT, column);
    }

    /** The sum of a column. */
    public static Aggregate sum(String column) {
        return new Aggregate(Function.SUM, column);
    }

    /** The least value of a column. */
    public static Aggregate min(String column) {
        return new Aggregate(Function.MIN, column);
    }

    /** The greatest value of a column. */
    public static Aggregate max(String column) {
        return new Aggregate(Function.MAX, column);
    }

    /** The mean of a column. */
    public static Aggregate avg(String column) {
        return new Aggregate(Function.AVG, column);
    }

    /** What people call it: "count(*)", "sum(amount)". */
    public String label() {
        return function.word() + "(" + (column == null ? "*" : column) + ")";
    }
}
