package io.paxosstore.bitcask;

/**
 * Figures of a store, at about one moment.
 *
 * @param keys keys in all keydirs
 * @param keydirBytes memory of the keydirs, the keys' own bytes included
 * @param segments data files
 * @param liveBytes bytes of records that are needed
 * @param deadBytes bytes of records that are not
 * @param writtenBytes bytes of records written since the start
 * @param writtenRecords records written since the start
 * @param writtenBatches batches of shards written since the start
 * @param commits group commits, each with one write and one fsync
 * @param commitForceNanos time spent in those fsyncs
 * @param mergedBytes bytes of live records copied by merge
 * @param mergedSegments data files merged away
 * @param lateSegments how often the log had to wait for the next data file to be prepared
 * @param damagedEntities entities found amnesiac since the start, because a record is damaged
 * @param rebuiltEntities entities whose amnesia has ended since the start
 * @param scrubbedBytes bytes read by the scrub since the start
 * @param scrubPasses passes of the scrub over all data since the start
 * @param scrubFindings places that the scrub found damaged, needed or not
 */
public record BitcaskStats(
        long keys,
        long keydirBytes,
        int segments,
        long liveBytes,
        long deadBytes,
        long writtenBytes,
        long writtenRecords,
        long writtenBatches,
        long commits,
        long commitForceNanos,
        long mergedBytes,
        long mergedSegments,
        long lateSegments,
        long damagedEntities,
        long rebuiltEntities,
        long scrubbedBytes,
        long scrubPasses,
        long scrubFindings) {}
