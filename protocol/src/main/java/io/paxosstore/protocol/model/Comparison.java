package io.paxosstore.protocol.model;

/** How a guard compares numbers. */
public enum Comparison {
    /** Equal. */
    EQUAL(1, "="),
    /** Not equal. */
    NOT_EQUAL(2, "!="),
    /** Less. */
    LESS(3, "<"),
    /** Less or equal. */
    AT_MOST(4, "<="),
    /** Greater. */
    GREATER(5, ">"),
    /** Greater or equal. */
    AT_LEAST(6, ">=");

    private final byte code;
    private final String symbol;

    Comparison(int code, String symbol) {
        this.code = (byte) code;
        this.symbol = symbol;
    }

    /** The number that stands for it in all formats. */
    public byte code() {
        return code;
    }

    /** How people write it. */
    public String symbol() {
        return symbol;
    }

    /** Whether {@code left} compares so to {@code right}. */
    public boolean holds(long left, long right) {
        return switch (this) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case AT_MOST -> left <= right;
            case GREATER -> left > right;
            case AT_LEAST -> left >= right;
        };
    }

    /**
     * The comparison of a number.
     *
     * @throws IllegalArgumentException if none has it
     */
    public static Comparison of(int code) {
        for (Comparison comparison : values()) {
            if (comparison.code == code) {
                return comparison;
            }
        }
        throw new IllegalArgumentException("No comparison has the number " + code + ".");
    }
}
