package io.paxosstore.log.journal;

import io.paxosstore.log.segment.LogConfig;
import io.paxosstore.log.segment.SegmentSpec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * How a journal is opened. {@link #of} gives the defaults; the {@code with} methods change single
 * settings.
 *
 * @param directory the journal's own directory; created where missing
 * @param store the identity of the store; segments of another one are not read
 * @param incarnation greater at every open of this store, from 1 to 2^31 - 1: what is rebuilt now
 *     is newer than what was rebuilt before (Rule A2)
 * @param shards how many threads share the journal, 1 to 256; may change from start to start
 * @param log the sizes of its segments, batches, keys and values
 * @param checkpointBytes a checkpoint is begun when this much was appended since the last one: the
 *     most that a start has to scan, but for what is appended while the checkpoint is written. From
 *     64 KiB (default 256 MiB)
 * @param carryLiveRatio share of live bytes, 0.05 to 0.9, below which what is live of a segment is
 *     carried forward, so that the segment can go (default 0.5)
 * @param rollAfter a segment that is older ends, though it is not full, so that it can be
 *     reclaimed; from 1 s (default 1 h)
 * @param threads whether the journal runs its log writer and its background work on threads of its
 *     own (default), or is stepped by {@link Journal#runWriterOnce} and {@link
 *     Journal#runBackgroundOnce}
 */
public record JournalConfig(
        Path directory,
        UUID store,
        int incarnation,
        int shards,
        LogConfig log,
        long checkpointBytes,
        double carryLiveRatio,
        Duration rollAfter,
        boolean threads) {
    private static final long CHECKPOINT_BYTES_MIN = 64 << 10;

    static final int SHARDS_MAX = 256;

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException naming all problems at once
     */
    public JournalConfig {
        List<String> problems = new ArrayList<>();
        check(problems, "incarnation", incarnation, 1, Integer.MAX_VALUE);
        check(problems, "shards", shards, 1, SHARDS_MAX);
        problems.addAll(log.problems());
        check(problems, "checkpointBytes", checkpointBytes, CHECKPOINT_BYTES_MIN, Long.MAX_VALUE);
        if (!(carryLiveRatio >= 0.05 && carryLiveRatio <= 0.9)) {
            problems.add("carryLiveRatio must be from 0.05 to 0.9, not " + carryLiveRatio);
        }
        if (rollAfter.compareTo(Duration.ofSeconds(1)) < 0) {
            problems.add("rollAfter must be at least 1 s, not " + rollAfter);
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Journal settings: " + String.join("; ", problems) + ".");
        }
    }

    private static void check(
            List<String> problems, String name, long value, long least, long most) {
        if (value < least || value > most) {
            problems.add(name + " must be from " + least + " to " + most + ", not " + value);
        }
    }

    /** The defaults. */
    public static JournalConfig of(Path directory, UUID store, int incarnation, int shards) {
        return new JournalConfig(
                directory,
                store,
                incarnation,
                shards,
                LogConfig.DEFAULT,
                256L << 20,
                0.5,
                Duration.ofHours(1),
                true);
    }

    SegmentSpec segments() {
        return new SegmentSpec(directory, Journal.FORMAT, store, log.segmentBytes());
    }

    /** With other sizes of batches, keys and values, for small segments. */
    public JournalConfig withSizes(int batch, int keyMax, int payloadMax) {
        return withLog(log.withSizes(batch, keyMax, payloadMax));
    }

    /** With another size and number of prepared segments. */
    public JournalConfig withSegments(int bytes, int preallocated) {
        return withLog(log.withSegments(bytes, preallocated));
    }

    private JournalConfig withLog(LogConfig newLog) {
        return new JournalConfig(
                directory,
                store,
                incarnation,
                shards,
                newLog,
                checkpointBytes,
                carryLiveRatio,
                rollAfter,
                threads);
    }

    /** With checkpoints and reclaim at other times. */
    public JournalConfig withReclaim(long checkpointEvery, double carryRatio, Duration roll) {
        return new JournalConfig(
                directory,
                store,
                incarnation,
                shards,
                log,
                checkpointEvery,
                carryRatio,
                roll,
                threads);
    }

    /** Without threads: the owner steps the journal. */
    public JournalConfig withoutThreads() {
        return new JournalConfig(
                directory,
                store,
                incarnation,
                shards,
                log,
                checkpointBytes,
                carryLiveRatio,
                rollAfter,
                false);
    }
}
