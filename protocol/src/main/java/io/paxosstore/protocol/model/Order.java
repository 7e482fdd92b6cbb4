package io.paxosstore.protocol.model;

/**
 * How rows are sorted by one column. NULLs come first in ascending order, last in descending.
 *
 * @param column the column's name
 * @param descending greatest first
 */
public record Order(String column, boolean descending) {
    /** Least first. */
    public static Order ascending(String column) {
        return new Order(column, false);
    }

    /** Greatest first. */
    public static Order descending(String column) {
        return new Order(column, true);
    }
}
