package io.paxosstore.server.config;

import static io.paxosstore.server.config.Declare.duration;
import static io.paxosstore.server.config.Declare.integer;
import static io.paxosstore.server.config.Declare.size;

import java.time.Duration;

/** The settings of the data of entities. */
public final class EntitySettings {
    public static final Setting<Long> FILE_BYTES =
            size(
                    "entities.journal-file-bytes",
                    64L << 20,
                    8L << 20,
                    1L << 30,
                    "Size of a file of the journal of entities.");

    public static final Setting<Integer> PREALLOCATED_FILES =
            integer(
                    "entities.preallocated-files",
                    2,
                    1,
                    16,
                    "Files of the journal of entities that are written ahead.");

    public static final Setting<Long> CACHE_BYTES =
            Setting.declare("entities.cache-bytes", ValueType.size())
                    .settledAtStart(
                            "a 32nd of the memory of machine or container, 96MiB to 512MiB, and no"
                                    + " less than twice entities.memtable-bytes")
                    .between(2L << 20, 1L << 40)
                    .doc(
                            "Memory outside of the Java heap for the data of entities: blocks read,"
                                    + " and what is not flushed yet (entities.memtable-bytes of"
                                    + " it). Taken as it is needed.");

    public static final Setting<Long> RECENT_BYTES =
            Setting.declare("entities.recent-bytes", ValueType.size())
                    .settledAtStart("a 64th of what the Java heap may grow to, 16MiB to 96MiB")
                    .between(0L, 1L << 32)
                    .doc(
                            "Java heap for what is known of the entities used last: version and"
                                    + " recent requests, some 400 bytes each, and small records."
                                    + " What is found there is not read from RocksDB. With"
                                    + " watch.history-bytes at most half of the heap. Taken as it"
                                    + " is needed.");

    public static final Setting<Long> MEMTABLE_BYTES =
            size(
                    "entities.memtable-bytes",
                    48L << 20,
                    1L << 20,
                    1L << 36,
                    "Changes of entities that are held in memory; at half of it they are flushed.");

    public static final Setting<Duration> FLUSH_AFTER =
            duration(
                    "entities.flush-after",
                    Duration.ofSeconds(5),
                    Duration.ofMillis(10),
                    Duration.ofHours(1),
                    "Changes of entities are flushed when the oldest one is older. Bounds what a"
                            + " start applies again, and what the journal keeps.");

    public static final Setting<Duration> PURGE_EVERY =
            duration(
                    "entities.purge-every",
                    Duration.ofSeconds(10),
                    Duration.ofMillis(10),
                    Duration.ofDays(1),
                    "How often expired objects and fields are looked for, to free their space."
                            + " Nobody sees them in any case.");

    public static final Setting<Duration> PURGE_MARGIN =
            duration(
                    "entities.purge-margin",
                    Duration.ofHours(1),
                    Duration.ofSeconds(1),
                    Duration.ofDays(365),
                    "How long after it has expired the space of an object or a field is freed,"
                            + " where no later write has done so.");

    public static final Setting<Integer> APPLY_BATCH =
            integer(
                    "entities.apply-batch",
                    1,
                    1,
                    1000,
                    "Chosen entries of one entity that are applied together where another node is"
                            + " preferred for it (rule C5); 1 applies each at once. They are"
                            + " applied before anybody reads the entity there.");

    public static final Setting<Duration> APPLY_BATCH_AGE =
            duration(
                    "entities.apply-batch-age",
                    Duration.ofMillis(100),
                    Duration.ofMillis(1),
                    Duration.ofSeconds(10),
                    "Entries are applied after this time, even if there are less.");

    private EntitySettings() {}
}
