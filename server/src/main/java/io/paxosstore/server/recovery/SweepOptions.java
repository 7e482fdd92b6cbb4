package io.paxosstore.server.recovery;

import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ContentSettings;
import io.paxosstore.server.config.Settings;

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
        long deadlineNanos) {
    /** What a configuration says; its rates are the node's, shared by the shards. */
    public static SweepOptions of(Configuration configuration) {
        double shards = configuration.get(Settings.SHARDS);
        return new SweepOptions(
                configuration.get(Settings.SWEEP_RECOVER_RATE) / shards,
                configuration.get(Settings.SWEEP_CHECK_RATE) / shards,
                configuration.get(Settings.SWEEP_WINDOW),
                Math.toIntExact(configuration.get(Settings.SWEEP_PAGE_BYTES)),
                configuration.get(Settings.SWEEP_INTERVAL).toNanos(),
                configuration.get(ContentSettings.RATE) > 0,
                configuration.get(Settings.SWEEP_RECOVER_TIMEOUT).toNanos());
    }
}
