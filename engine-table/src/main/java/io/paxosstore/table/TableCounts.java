package io.paxosstore.table;

/**
 * What is counted of a table, in the log, so that all replicas count alike.
 *
 * @param rows all, expired ones that are still there included
 * @param expiring those of them that have a deadline
 */
public record TableCounts(long rows, long expiring) {
    /** Of an empty table. */
    public static final TableCounts NONE = new TableCounts(0, 0);

    TableCounts plus(long moreRows, long moreExpiring) {
        return new TableCounts(rows + moreRows, expiring + moreExpiring);
    }
}
