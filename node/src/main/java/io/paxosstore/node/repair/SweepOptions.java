package io.paxosstore.node.repair;

/**
 * The settings of the sweep, for one shard.
 *
 * @param recoversPerSecond entities that may be brought up to date
 * @param checksPerSecond entities whose checksums may be compared
 * @param window entities that are brought up to date at once
 * @param pageBytes how large a page of entities may grow
 * @param intervalNanos the wait between two checks
 * @param comparesContent whether the content of entities is compared
 * @param deadlineNanos how long one entity may take before it is tried again
 */
public record SweepOptions(
        double recoversPerSecond,
        double checksPerSecond,
        int window,
        int pageBytes,
        long intervalNanos,
        boolean comparesContent,
        long deadlineNanos) {}
