package io.paxosstore.log.journal;

/**
 * A journal's figures; totals count from the last open.
 *
 * @param entities entities of which anything is held
 * @param indexBytes memory of the index, about
 * @param segments segments with records, the active one included
 * @param segmentBytes what they take on the disk
 * @param liveBytes bytes of needed records
 * @param appendedBytes bytes appended, carried ones included
 * @param appendedRecords records appended, carried ones included
 * @param batches batches that the shards handed over
 * @param commits group commits: one write and one fsync each
 * @param forceNanos time spent in those fsyncs
 * @param checkpoints checkpoints written
 * @param checkpointBytes size of the last of them
 * @param carriedBytes bytes carried forward out of segments
 * @param droppedSegments segments dropped
 * @param lateSegments how often a segment had to be made while the writer waited
 * @param losses damage found at the start that lost something
 */
public record JournalStats(
        long entities,
        long indexBytes,
        int segments,
        long segmentBytes,
        long liveBytes,
        long appendedBytes,
        long appendedRecords,
        long batches,
        long commits,
        long forceNanos,
        long checkpoints,
        long checkpointBytes,
        long carriedBytes,
        long droppedSegments,
        long lateSegments,
        long losses) {}
