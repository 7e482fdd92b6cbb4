package io.paxosstore.lsm.entity;

import io.paxosstore.log.journal.JournalConfig;
import io.paxosstore.lsm.store.LsmConfig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * How an engine is opened. {@link #of} gives the defaults; the {@code with} methods change single
 * settings.
 *
 * @param directory the engine's own directory; created where missing
 * @param data where the data lies, beneath {@code directory} unless told otherwise
 * @param journal of the entries; its directory, store, incarnation, shards and threads count for
 *     the whole engine
 * @param lsm of the data
 * @param flushAfter the data is flushed when the oldest change that is not durable is older, 10 ms
 *     to 1 h (default 5 s): bounds what a start replays, and what the journal has to keep
 * @param flushBytes the data is flushed when so many bytes of changes were applied since the last
 *     flush, from 4 KiB (default 32 MiB)
 * @param purgeEvery how often expired objects are looked for, 10 ms to 1 day (default 10 s)
 * @param purgeDeadlinesMax most deadlines looked at each time, from 1 (default 10,000)
 * @param checkpointAfter a checkpoint of the journal is asked for when the last one is older and
 *     anything was appended since, 1 s to 1 day (default 5 min)
 * @param digestBytesPerSecond bytes of keys and values that are read at most to compute digests of
 *     entities, from 8 KiB (default 4 MiB)
 * @param batching of entries that are applied where the entity is not preferred (default off)
 * @param evaluation how long requests may keep their shard's thread
 * @param damagedCopiesMax how many directories of data that were moved aside as damaged are kept,
 *     the newest ones, from 1 (default 2)
 */
public record EntityEngineConfig(
        Path directory,
        Path data,
        JournalConfig journal,
        LsmConfig lsm,
        Duration flushAfter,
        long flushBytes,
        Duration purgeEvery,
        int purgeDeadlinesMax,
        Duration checkpointAfter,
        long digestBytesPerSecond,
        ApplyBatching batching,
        EvaluationConfig evaluation,
        int damagedCopiesMax) {
    /** How many directories of damaged data are kept if nothing else is said. */
    public static final int DAMAGED_COPIES_DEFAULT = 2;

    /** The directory of the journal in that of the engine. */
    public static final String JOURNAL = "journal";

    /** The directory of the data in that of the engine. */
    public static final String DATA = "data";

    /** The least rate at which digests may be computed, bytes per second. */
    public static final long DIGEST_BYTES_MIN = DigestReader.ENTITY_BYTES_MIN;

    private static final long FLUSH_BYTES_MIN = 4 << 10;
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration DAY = Duration.ofDays(1);

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException naming all problems at once
     */
    public EntityEngineConfig {
        List<String> problems = new ArrayList<>();
        check(problems, "flushAfter", flushAfter, SHORTEST, Duration.ofHours(1));
        check(problems, "purgeEvery", purgeEvery, SHORTEST, DAY);
        check(problems, "checkpointAfter", checkpointAfter, Duration.ofSeconds(1), DAY);
        if (flushBytes < FLUSH_BYTES_MIN) {
            problems.add("flushBytes must be at least " + FLUSH_BYTES_MIN + ", not " + flushBytes);
        }
        if (digestBytesPerSecond < DIGEST_BYTES_MIN) {
            problems.add(
                    "digestBytesPerSecond must be at least "
                            + DIGEST_BYTES_MIN
                            + ", not "
                            + digestBytesPerSecond);
        }
        if (purgeDeadlinesMax < 1) {
            problems.add("purgeDeadlinesMax must be at least 1, not " + purgeDeadlinesMax);
        }
        if (damagedCopiesMax < 1) {
            problems.add("damagedCopiesMax must be at least 1, not " + damagedCopiesMax);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Entity engine settings: " + String.join("; ", problems) + ".");
        }
    }

    private static void check(
            List<String> problems, String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            problems.add(name + " must be from " + least + " to " + most + ", not " + value);
        }
    }

    /**
     * The defaults.
     *
     * @param store the identity of the node's store
     * @param incarnation the node's, greater at every open
     * @param shards how many threads share the engine
     */
    public static EntityEngineConfig of(Path directory, UUID store, int incarnation, int shards) {
        return new EntityEngineConfig(
                directory,
                directory.resolve(DATA),
                JournalConfig.of(directory.resolve(JOURNAL), store, incarnation, shards),
                LsmConfig.DEFAULT,
                Duration.ofSeconds(5),
                32L << 20,
                Duration.ofSeconds(10),
                10_000,
                Duration.ofMinutes(5),
                4L << 20,
                ApplyBatching.OFF,
                EvaluationConfig.DEFAULT,
                DAMAGED_COPIES_DEFAULT);
    }

    /** With another journal, other settings of the data, and the data elsewhere. */
    public EntityEngineConfig withStores(JournalConfig newJournal, LsmConfig newLsm, Path newData) {
        return new EntityEngineConfig(
                directory,
                newData,
                newJournal,
                newLsm,
                flushAfter,
                flushBytes,
                purgeEvery,
                purgeDeadlinesMax,
                checkpointAfter,
                digestBytesPerSecond,
                batching,
                evaluation,
                damagedCopiesMax);
    }

    /** With the background's work at other times. */
    public EntityEngineConfig withUpkeep(
            Duration flushAge, long flushSize, Duration purgeAge, Duration checkpointAge) {
        return new EntityEngineConfig(
                directory,
                data,
                journal,
                lsm,
                flushAge,
                flushSize,
                purgeAge,
                purgeDeadlinesMax,
                checkpointAge,
                digestBytesPerSecond,
                batching,
                evaluation,
                damagedCopiesMax);
    }

    /** With digests computed faster, or slower. */
    public EntityEngineConfig withDigests(long bytesPerSecond) {
        return new EntityEngineConfig(
                directory,
                data,
                journal,
                lsm,
                flushAfter,
                flushBytes,
                purgeEvery,
                purgeDeadlinesMax,
                checkpointAfter,
                bytesPerSecond,
                batching,
                evaluation,
                damagedCopiesMax);
    }

    /** With entries applied in batches, or each at once. */
    public EntityEngineConfig withBatching(ApplyBatching newBatching) {
        return new EntityEngineConfig(
                directory,
                data,
                journal,
                lsm,
                flushAfter,
                flushBytes,
                purgeEvery,
                purgeDeadlinesMax,
                checkpointAfter,
                digestBytesPerSecond,
                newBatching,
                evaluation,
                damagedCopiesMax);
    }

    /** With other rules for requests that take long. */
    public EntityEngineConfig withEvaluation(EvaluationConfig newEvaluation) {
        return new EntityEngineConfig(
                directory,
                data,
                journal,
                lsm,
                flushAfter,
                flushBytes,
                purgeEvery,
                purgeDeadlinesMax,
                checkpointAfter,
                digestBytesPerSecond,
                batching,
                newEvaluation,
                damagedCopiesMax);
    }

    /** With another number of directories of damaged data that are kept. */
    public EntityEngineConfig withDamagedCopiesMax(int copies) {
        return new EntityEngineConfig(
                directory,
                data,
                journal,
                lsm,
                flushAfter,
                flushBytes,
                purgeEvery,
                purgeDeadlinesMax,
                checkpointAfter,
                digestBytesPerSecond,
                batching,
                evaluation,
                copies);
    }
}
