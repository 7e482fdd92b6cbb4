package io.paxosstore.bitcask;

import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.segment.LogConfig;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a store is opened. {@link #of} gives the defaults; the {@code with} methods change single
 * settings.
 *
 * @param directory the node's own directory
 * @param shards how many threads share the store, 1 to 256 (default: one per core); may change from
 *     start to start
 * @param log the sizes of its data files, batches, keys and values
 * @param mergeDeadRatio share of dead bytes, 0.05 to 0.95, from which a data file is merged
 *     (default 0.5)
 * @param mergeBytesPerSecond how fast merge reads and writes, from 64 KiB (default 32 MiB)
 * @param backgroundPercent share of one processor's time, 1 to 100, that the background work takes
 *     unless a data file is missing, room on the disk is short, or it is behind (default 10)
 * @param space the watermarks of the free space
 * @param scrub how the stored data is checked in the background
 * @param threads whether the engine runs its log writer and its background work on threads of its
 *     own (default), or is stepped by {@link BitcaskEngine#runWriterOnce} and {@link
 *     BitcaskEngine#runBackgroundOnce}
 */
public record BitcaskConfig(
        Path directory,
        int shards,
        LogConfig log,
        double mergeDeadRatio,
        long mergeBytesPerSecond,
        int backgroundPercent,
        Space space,
        Scrub scrub,
        boolean threads) {
    /**
     * How much of the disk stays free.
     *
     * @param softFreeBytes below this no client's write is to begin; 0 for six data files (default)
     * @param hardFreeBytes below this nothing is to be appended, and what is left is for merge and
     *     for what is under way; at least 2.25 data files, which is two and the room for a hint
     *     file; 0 for three (default)
     */
    public record Space(long softFreeBytes, long hardFreeBytes) {
        /** Six and three data files. */
        public static final Space DEFAULT = new Space(0, 0);

        private static final int SOFT_SEGMENTS = 6;
        private static final int HARD_SEGMENTS = 3;

        static long hardBytesMin(int segmentBytes) {
            return 2L * segmentBytes + segmentBytes / 4;
        }

        long softBytes(int segmentBytes) {
            long least = softFreeBytes == 0 ? (long) SOFT_SEGMENTS * segmentBytes : softFreeBytes;
            return Math.max(least, hardBytes(segmentBytes));
        }

        long hardBytes(int segmentBytes) {
            return hardFreeBytes == 0 ? (long) HARD_SEGMENTS * segmentBytes : hardFreeBytes;
        }
    }

    /**
     * The background reading of everything that is stored, which finds damage in cold data.
     *
     * @param bytesPerSecond how fast it reads, from 64 KiB (default 4 MiB)
     * @param interval from the begin of one pass to the begin of the next, if that one has ended;
     *     from 1 s (default 7 days)
     */
    public record Scrub(long bytesPerSecond, Duration interval) {
        /** 4 MiB per second, every 7 days. */
        public static final Scrub DEFAULT = new Scrub(4 << 20, Duration.ofDays(7));
    }

    /**
     * Checks all settings.
     *
     * @throws IllegalArgumentException naming every setting that is wrong
     */
    public BitcaskConfig {
        List<String> problems = new ArrayList<>();
        check(problems, "shards", shards, 1, 256);
        problems.addAll(log.problems());
        if (!(mergeDeadRatio >= 0.05 && mergeDeadRatio <= 0.95)) {
            problems.add("mergeDeadRatio must be 0.05 to 0.95, not " + mergeDeadRatio);
        }
        check(problems, "mergeBytesPerSecond", mergeBytesPerSecond, 64 << 10, Long.MAX_VALUE);
        check(problems, "backgroundPercent", backgroundPercent, 1, 100);
        check(problems, "softFreeBytes", space.softFreeBytes(), 0, Long.MAX_VALUE);
        int segmentBytes = log.segmentBytes();
        if (space.hardFreeBytes() != 0) {
            check(
                    problems,
                    "hardFreeBytes",
                    space.hardFreeBytes(),
                    Space.hardBytesMin(segmentBytes),
                    Long.MAX_VALUE);
        }
        if (space.softFreeBytes() != 0 && space.softFreeBytes() < space.hardBytes(segmentBytes)) {
            problems.add(
                    "softFreeBytes must be at least hardFreeBytes ("
                            + space.hardBytes(segmentBytes)
                            + "), not "
                            + space.softFreeBytes());
        }
        check(problems, "scrubBytesPerSecond", scrub.bytesPerSecond(), 64 << 10, Long.MAX_VALUE);
        check(problems, "scrubInterval seconds", scrub.interval().toSeconds(), 1, Long.MAX_VALUE);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Storage configuration: " + String.join("; ", problems) + ".");
        }
    }

    private static void check(List<String> problems, String name, long value, long min, long max) {
        if (value < min || value > max) {
            problems.add(name + " must be " + min + " to " + max + ", not " + value);
        }
    }

    /** The defaults for a store. */
    public static BitcaskConfig of(Path directory, int shards) {
        return new BitcaskConfig(
                directory,
                shards,
                LogConfig.DEFAULT,
                0.5,
                32 << 20,
                10,
                Space.DEFAULT,
                Scrub.DEFAULT,
                true);
    }

    /** How much of the disk stays free, in bytes. */
    public DiskRoom.Watermarks watermarks() {
        int bytes = log.segmentBytes();
        return new DiskRoom.Watermarks(space.softBytes(bytes), space.hardBytes(bytes));
    }

    /** The same with another size and number of prepared data files. */
    public BitcaskConfig withSegments(int bytes, int preallocated) {
        return withLog(log.withSegments(bytes, preallocated));
    }

    /** The same with another size of batches. */
    public BitcaskConfig withBatchBytes(int batchBytes) {
        return withLog(log.withBatchBytes(batchBytes));
    }

    /** The same with other sizes of batches, keys and values, for small data files. */
    public BitcaskConfig withSizes(int batchBytes, int keyBytes, int payloadBytes) {
        return withLog(log.withSizes(batchBytes, keyBytes, payloadBytes));
    }

    private BitcaskConfig withLog(LogConfig newLog) {
        return new BitcaskConfig(
                directory,
                shards,
                newLog,
                mergeDeadRatio,
                mergeBytesPerSecond,
                backgroundPercent,
                space,
                scrub,
                threads);
    }

    /** The same with another merge policy. */
    public BitcaskConfig withMerge(double deadRatio, long bytesPerSecond) {
        return new BitcaskConfig(
                directory,
                shards,
                log,
                deadRatio,
                bytesPerSecond,
                backgroundPercent,
                space,
                scrub,
                threads);
    }

    /** The same with another share for the background, other watermarks and another scrub. */
    public BitcaskConfig withUpkeep(int newPercent, Space newSpace, Scrub newScrub) {
        return new BitcaskConfig(
                directory,
                shards,
                log,
                mergeDeadRatio,
                mergeBytesPerSecond,
                newPercent,
                newSpace,
                newScrub,
                threads);
    }

    /** The same, without threads: stepped by the caller. */
    public BitcaskConfig withoutThreads() {
        return new BitcaskConfig(
                directory,
                shards,
                log,
                mergeDeadRatio,
                mergeBytesPerSecond,
                backgroundPercent,
                space,
                scrub,
                false);
    }
}
