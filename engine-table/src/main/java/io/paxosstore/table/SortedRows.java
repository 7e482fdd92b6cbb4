package io.paxosstore.table;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Order;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Keeps the first rows of a sort order behind a given place. A row's place is bytes that sort like
 * it: the values of the columns it is sorted by, flipped where the order descends, and its key. Not
 * thread-safe.
 */
final class SortedRows {
    private final List<Order> order;
    private final int[] orderPlaces;
    private final Columns columns;
    private final byte @Nullable [] behind;
    private final int rowsMax;
    private final long bytesMax;
    private final WorkMeter meter;

    /** The least place of a row that was not kept; null if all were. */
    private byte @Nullable [] ceiling;

    private long bytes;
    private final PriorityQueue<Sorted> greatestFirst =
            new PriorityQueue<>(
                    Comparator.comparing(Sorted::place, Arrays::compareUnsigned).reversed());

    /** A row and its place. */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Sorted(byte[] place, List<@Nullable Object> values) {
        /** About the bytes that it takes in a page: who goes on behind it needs its place. */
        long bytes() {
            return place.length + TableQueries.bytes(values);
        }
    }

    /**
     * @param order each column once
     * @param behind the place that all rows are to be behind; null for any
     * @param rowsMax most rows to keep, at least 1
     * @param bytesMax most bytes of their values and places; one row is kept however long
     * @param meter charged for the places
     */
    SortedRows(
            List<Order> order,
            Columns columns,
            byte @Nullable [] behind,
            int rowsMax,
            long bytesMax,
            WorkMeter meter) {
        this.order = order;
        this.orderPlaces = order.stream().mapToInt(each -> columns.place(each.column())).toArray();
        this.columns = columns;
        this.behind = behind;
        this.rowsMax = rowsMax;
        this.bytesMax = bytesMax;
        this.meter = meter;
    }

    /** Looks at a row; its values are decoded only if it may be kept. */
    void add(StoredRow row, int[] places) {
        byte[] place = place(row);
        if (behind != null && Arrays.compareUnsigned(place, behind) <= 0) {
            return;
        }
        if (ceiling != null && Arrays.compareUnsigned(place, ceiling) >= 0) {
            return;
        }
        Sorted added = new Sorted(place, TableQueries.values(row, places));
        greatestFirst.add(added);
        bytes += added.bytes();
        while (greatestFirst.size() > rowsMax || (bytes > bytesMax && greatestFirst.size() > 1)) {
            Sorted greatest = greatestFirst.remove();
            bytes -= greatest.bytes();
            ceiling = greatest.place();
        }
    }

    /** Whether there are rows behind those that were kept. */
    boolean hasMore() {
        return ceiling != null;
    }

    private byte[] place(StoredRow row) {
        ByteWriter out = new ByteWriter(48);
        for (int i = 0; i < orderPlaces.length; i++) {
            ColumnType type = columns.column(orderPlaces[i]).type();
            Object value = row.value(orderPlaces[i]);
            if (order.get(i).descending()) {
                ByteWriter flipped = new ByteWriter(32);
                KeyCodec.putNullable(flipped, type, value);
                for (byte b : flipped.toBytes()) {
                    out.putByte(~b);
                }
            } else {
                KeyCodec.putNullable(out, type, value);
            }
        }
        meter.chargeBytes(out.putRaw(row.key()).size());
        return out.toBytes();
    }

    /** What was kept, in order. */
    List<Sorted> rows() {
        List<Sorted> rows = new ArrayList<>(greatestFirst);
        rows.sort(Comparator.comparing(Sorted::place, Arrays::compareUnsigned));
        return rows;
    }
}
