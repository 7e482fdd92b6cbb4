package io.paxosstore.client;

import io.paxosstore.client.sql.SqlException;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;

/** How much of a SELECT is wanted that somebody else has written. Not thread-safe. */
final class SelectBound {
    /** What goes beyond it is not asked for. */
    private static final int BYTES_MAX = 4 << 20;

    private final int rowsMax;
    private final @Nullable Duration patience;
    private final long beginNanos = System.nanoTime();
    private long bytes;

    /**
     * @param patience for the whole statement, from now on; null for any time
     */
    SelectBound(int rowsMax, @Nullable Duration patience) {
        this.rowsMax = rowsMax;
        this.patience = patience;
    }

    /**
     * Whether no further page is wanted.
     *
     * @param rows all that were found; those that are too many are taken out
     * @param page the last one
     * @throws SqlException if it takes too long
     */
    boolean isReached(List<List<@Nullable Object>> rows, Result.Rows page) {
        page.rows().forEach(row -> bytes += bytes(row));
        if (rows.size() >= rowsMax) {
            rows.subList(rowsMax, rows.size()).clear();
            return true;
        }
        if (bytes > BYTES_MAX) {
            return true;
        }
        if (page.next() != null
                && patience != null
                && System.nanoTime() - beginNanos > patience.toNanos()) {
            throw new SqlException("The SELECT takes too long; narrow it by WHERE.");
        }
        return false;
    }

    private static long bytes(List<@Nullable Object> row) {
        long sum = 0;
        for (Object value : row) {
            if (value instanceof String text) {
                sum += text.length();
            } else if (value instanceof byte[] array) {
                sum += array.length;
            } else {
                sum += Long.BYTES;
            }
        }
        return sum;
    }
}
