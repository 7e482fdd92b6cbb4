package io.paxosstore.log.journal;

import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;

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
 * @param store the identity of the store; roll files of another one are not read
 * @param incarnation greater at every open of this store, from 1 to 2^31 - 1: what is rebuilt now
 *     is newer than what was rebuilt before (Rule A2)
 * @param shards how many threads share the journal, 1 to 256; may change from start to start
 * @param fileBytes the size of a roll file, 16 KiB to 1 GiB, a multiple of 4096 (default 64 MiB)
 * @param preallocatedFiles how many roll files are written ahead, 1 to 16 (default 2)
 * @param batchBytes size of a shard's batch buffer, 4 KiB to 8 MiB (default 256 KiB)
 * @param keyBytesMax longest key, to 65,535 bytes (default that)
 * @param payloadBytesMax largest value, to 7 MiB (default 4 MiB)
 * @param pendingBytesMax bytes one shard may have under way before append refuses, which is a bug
 *     of the caller, who slows down long before (default 256 MiB)
 * @param checkpointBytes a checkpoint is begun when this much was appended since the last one: the
 *     most that a start has to scan, but for what is appended while the checkpoint is written. From
 *     64 KiB (default 256 MiB)
 * @param carryLiveRatio share of live bytes, 0.05 to 0.9, below which what is live of a roll file
 *     is carried forward, so that the file can go (default 0.5)
 * @param rollAfter a roll file that is older ends, though it is not full, so that it can be
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
        int fileBytes,
        int preallocatedFiles,
        int batchBytes,
        int keyBytesMax,
        int payloadBytesMax,
        long pendingBytesMax,
        long checkpointBytes,
        double carryLiveRatio,
        Duration rollAfter,
        boolean threads) {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    /** The smallest roll file: header, seal and a few small records. */
    static final int FILE_BYTES_MIN = 16 * KIB;

    static final int SHARDS_MAX = 256;
    static final int PREALLOCATED_MAX = 16;

    /**
     * Checks every setting.
     *
     * @throws IllegalArgumentException naming all problems at once
     */
    public JournalConfig {
        List<String> problems = new ArrayList<>();
        check(problems, "incarnation", incarnation, 1, Integer.MAX_VALUE);
        check(problems, "shards", shards, 1, SHARDS_MAX);
        check(problems, "fileBytes", fileBytes, FILE_BYTES_MIN, Location.SEGMENT_BYTES_MAX);
        if (fileBytes % RollFileHeader.BYTES != 0) {
            problems.add("fileBytes must be a multiple of 4096, not " + fileBytes);
        }
        check(problems, "preallocatedFiles", preallocatedFiles, 1, PREALLOCATED_MAX);
        check(problems, "batchBytes", batchBytes, 4 * KIB, 8 * MIB);
        check(problems, "keyBytesMax", keyBytesMax, 1, RecordFormat.KEY_BYTES_MAX);
        check(problems, "payloadBytesMax", payloadBytesMax, 1, RecordFormat.PAYLOAD_BYTES_MAX);
        check(problems, "pendingBytesMax", pendingBytesMax, 1, Long.MAX_VALUE);
        check(problems, "checkpointBytes", checkpointBytes, 64 * KIB, Long.MAX_VALUE);
        if (!(carryLiveRatio >= 0.05 && carryLiveRatio <= 0.9)) {
            problems.add("carryLiveRatio must be from 0.05 to 0.9, not " + carryLiveRatio);
        }
        if (rollAfter.compareTo(Duration.ofSeconds(1)) < 0) {
            problems.add("rollAfter must be at least 1 s, not " + rollAfter);
        }
        int record = Location.padded(RecordFormat.bytesMax(keyBytesMax, payloadBytesMax));
        int room = fileBytes - RollFileHeader.BYTES - 2 * RecordFormat.SEAL_BYTES;
        if (Math.max(record, batchBytes) > room) {
            problems.add(
                    "fileBytes is too small for one batch of batchBytes or for the largest record"
                            + " ("
                            + record
                            + " bytes)");
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
                64 * MIB,
                2,
                256 * KIB,
                RecordFormat.KEY_BYTES_MAX,
                4 * MIB,
                256L * MIB,
                256L * MIB,
                0.5,
                Duration.ofHours(1),
                true);
    }

    /** With other sizes of batches, keys and values. */
    public JournalConfig withSizes(int batch, int keyMax, int payloadMax) {
        return new JournalConfig(
                directory,
                store,
                incarnation,
                shards,
                fileBytes,
                preallocatedFiles,
                batch,
                keyMax,
                payloadMax,
                pendingBytesMax,
                checkpointBytes,
                carryLiveRatio,
                rollAfter,
                threads);
    }

    /** With other roll files. */
    public JournalConfig withFiles(int bytes, int preallocated) {
        return new JournalConfig(
                directory,
                store,
                incarnation,
                shards,
                bytes,
                preallocated,
                batchBytes,
                keyBytesMax,
                payloadBytesMax,
                pendingBytesMax,
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
                fileBytes,
                preallocatedFiles,
                batchBytes,
                keyBytesMax,
                payloadBytesMax,
                pendingBytesMax,
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
                fileBytes,
                preallocatedFiles,
                batchBytes,
                keyBytesMax,
                payloadBytesMax,
                pendingBytesMax,
                checkpointBytes,
                carryLiveRatio,
                rollAfter,
                false);
    }
}
