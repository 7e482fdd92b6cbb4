package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of the data files, and of the room on the disk. */
public final class StorageSettings {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;
    private static final long GIB = 1024 * MIB;

    public static final Setting<Long> PENDING_BYTES_MAX =
            size(
                    "storage.pending-bytes",
                    16 * MIB,
                    MIB,
                    64 * MIB,
                    "Bytes of one shard waiting for the disk; above it new writes are Overloaded,"
                            + " above twice as much messages of other nodes are dropped.");

    public static final Setting<Long> SEGMENT_BYTES =
            size(
                    "storage.segment-bytes",
                    64 * MIB,
                    8 * MIB,
                    GIB,
                    "Size of a data file; a multiple of 4KiB. Files are written ahead and"
                            + " overwritten.");

    public static final Setting<Integer> PREALLOCATED_SEGMENTS =
            integer(
                    "storage.preallocated-segments",
                    2,
                    1,
                    16,
                    "How many data files are written ahead.");

    public static final Setting<Long> BATCH_BYTES =
            size(
                    "storage.batch-bytes",
                    256 * KIB,
                    4 * KIB,
                    8 * MIB,
                    "Size of the buffer in which a shard gathers records for the disk.");

    public static final Setting<Integer> MERGE_DEAD_PERCENT =
            integer(
                    "storage.merge-dead-percent",
                    50,
                    5,
                    95,
                    "Share of dead bytes in a data file from which it is merged, in percent.");

    public static final Setting<Long> MERGE_BYTES_PER_SECOND =
            size(
                    "storage.merge-rate",
                    32 * MIB,
                    64 * KIB,
                    4 * GIB,
                    "Bytes per second that merging may read and write. With more than eight data"
                            + " files to be merged it is more, in proportion to them.");

    public static final Setting<Integer> BACKGROUND_SHARE =
            integer(
                    "storage.background-share",
                    10,
                    1,
                    100,
                    "Percent of one core that making data files ahead, hint files, merging and"
                            + " scrubbing take. More when a data file is missing, room on the disk"
                            + " is short, or this work is behind.");

    public static final Setting<Long> SOFT_FREE_BYTES =
            size(
                    "storage.soft-free-bytes",
                    0,
                    0,
                    1024 * GIB,
                    "With less room than this on the disk, clients' writes are refused until there"
                            + " is more. 0 stands for six data files.");

    public static final Setting<Long> HARD_FREE_BYTES =
            size(
                    "storage.hard-free-bytes",
                    0,
                    0,
                    1024 * GIB,
                    "With less room than this on the disk, the node does not vote either. 0 stands"
                            + " for three data files; at least 2.25 of them.");

    public static final Setting<Long> SCRUB_BYTES_PER_SECOND =
            size(
                    "storage.scrub-rate",
                    4 * MIB,
                    64 * KIB,
                    4 * GIB,
                    "Bytes per second that are read in the background to find damage in cold data"
                            + " (rule D5).");

    public static final Setting<Duration> SCRUB_INTERVAL =
            duration(
                    "storage.scrub-interval",
                    Duration.ofDays(7),
                    Duration.ofSeconds(1),
                    Duration.ofDays(365),
                    "How often all data is read to find damage.");

    private StorageSettings() {}
}
