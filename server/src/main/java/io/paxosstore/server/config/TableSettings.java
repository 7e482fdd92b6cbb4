package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of merges of delta tables into their main tables. */
public final class TableSettings {
    public static final Setting<Integer> MERGE_ROWS =
            integer(
                    "tables.merge-rows",
                    64,
                    1,
                    1_000_000,
                    "A delta table is merged into its main table when it has so many records, and"
                            + " tables.merge-percent.");

    public static final Setting<Integer> MERGE_PERCENT =
            integer(
                    "tables.merge-percent",
                    10,
                    1,
                    100,
                    "Records that a delta table must have for each hundred rows to be merged. Less"
                            + " makes reads of ranges faster, and writes each block more often.");

    public static final Setting<Duration> MERGE_AFTER =
            duration(
                    "tables.merge-after",
                    Duration.ofHours(1),
                    Duration.ofSeconds(1),
                    Duration.ofDays(30),
                    "How often all tables are merged that have anything in their delta tables.");

    public static final Setting<Long> MERGE_STEP_BYTES =
            size(
                    "tables.merge-step-bytes",
                    64L << 10,
                    16L << 10,
                    64L << 20,
                    "How much a step of a merge reads and writes. Writes of the table's entity wait"
                            + " while a step goes into memory, reads never.");

    public static final Setting<Integer> MERGE_SHARE =
            integer(
                    "tables.merge-share",
                    10,
                    1,
                    100,
                    "Percent of one core that merges of tables take. With 1,000 tables due it is"
                            + " twice as much, with 2,000 three times, and so on.");

    private TableSettings() {}
}
