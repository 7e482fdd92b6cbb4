package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Which rows of a table are wanted, and how.
 *
 * @param columns names of the columns wanted; empty for all
 * @param where which rows
 * @param order how they are sorted; empty for the order of the primary key. Rows that are equal in
 *     it come in the order of the primary key.
 * @param limit most rows in all pages; 0 for all
 * @param page most rows and bytes of this page
 * @param cursor where to go on: {@link io.paxosstore.protocol.model.Result.Rows#next}; null to
 *     begin
 */
@SuppressWarnings("ArrayRecordComponent") // opaque bytes
public record TableQuery(
        List<String> columns,
        Condition where,
        List<Order> order,
        long limit,
        Page page,
        byte @Nullable [] cursor) {
    /** A query; the lists are copied. */
    public TableQuery(
            List<String> columns,
            Condition where,
            List<Order> order,
            long limit,
            Page page,
            byte @Nullable [] cursor) {
        if (limit < 0) {
            throw new IllegalArgumentException("The limit of rows is negative: " + limit + ".");
        }
        this.columns = List.copyOf(columns);
        this.where = where;
        this.order = List.copyOf(order);
        this.limit = limit;
        this.page = page;
        this.cursor = cursor;
    }
}
