package io.paxosstore.lsm.store;

/**
 * Merges of tables since the start.
 *
 * @param steps how many steps there were
 * @param merges how many times a table was merged to its end
 * @param bytes written by them, blocks and removals
 * @param due how many tables are due now
 */
public record MergeStats(long steps, long merges, long bytes, int due) {}
