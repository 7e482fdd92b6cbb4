package io.paxosstore.log.segment;

import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;

import java.util.ArrayList;
import java.util.List;

/**
 * The sizes of a log in segments. {@link #DEFAULT} gives the defaults; the {@code with} methods
 * change single settings.
 *
 * <p>The longest key and the largest value are those of the format: what a client may write is
 * checked where it comes in, and what another node may send, or an earlier start has written, is
 * not to be known here. Only a log whose segments have no room for such a record has lower bounds.
 *
 * @param segmentBytes the size of a segment, 16 KiB to 1 GiB, a multiple of 4096 (default 64 MiB)
 * @param preallocatedSegments how many segments are written ahead, 1 to 16 (default 2)
 * @param batchBytes size of a shard's batch buffer, 4 KiB to 8 MiB (default 256 KiB)
 * @param keyBytesMax longest key (default and limit {@link RecordFormat#KEY_BYTES_MAX})
 * @param payloadBytesMax largest value (default and limit {@link RecordFormat#PAYLOAD_BYTES_MAX})
 * @param pendingBytesMax bytes one shard may have under way before append refuses, which is a bug
 *     of the caller, who slows down long before; from 4 KiB (default 256 MiB)
 */
public record LogConfig(
        int segmentBytes,
        int preallocatedSegments,
        int batchBytes,
        int keyBytesMax,
        int payloadBytesMax,
        long pendingBytesMax) {
    /** The smallest segment, in bytes: header, seal and a few small records. */
    public static final int SEGMENT_BYTES_MIN = 16 << 10;

    /** The defaults. */
    public static final LogConfig DEFAULT =
            new LogConfig(
                    64 << 20,
                    2,
                    256 << 10,
                    RecordFormat.KEY_BYTES_MAX,
                    RecordFormat.PAYLOAD_BYTES_MAX,
                    256L << 20);

    private static final int BATCH_BYTES_MIN = 4 << 10;
    private static final int BATCH_BYTES_MAX = 8 << 20;
    private static final int PREALLOCATED_MAX = 16;

    /** Everything that is wrong with the settings; empty when nothing is. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        int most = Location.SEGMENT_BYTES_MAX;
        check(problems, "segmentBytes", segmentBytes, SEGMENT_BYTES_MIN, most);
        if (segmentBytes % SegmentHeader.BYTES != 0) {
            problems.add("segmentBytes must be a multiple of " + SegmentHeader.BYTES);
        }
        check(problems, "preallocatedSegments", preallocatedSegments, 1, PREALLOCATED_MAX);
        int room = segmentBytes - SegmentHeader.BYTES - RecordFormat.SEAL_BYTES;
        int batch = Math.min(BATCH_BYTES_MAX, Math.max(BATCH_BYTES_MIN, room));
        check(problems, "batchBytes", batchBytes, BATCH_BYTES_MIN, batch);
        check(problems, "keyBytesMax", keyBytesMax, 1, RecordFormat.KEY_BYTES_MAX);
        check(problems, "payloadBytesMax", payloadBytesMax, 1, RecordFormat.PAYLOAD_BYTES_MAX);
        if (RecordFormat.bytesMax(keyBytesMax, payloadBytesMax) > room) {
            problems.add(
                    "segmentBytes "
                            + segmentBytes
                            + " is too small for a record with a key of "
                            + keyBytesMax
                            + " and a value of "
                            + payloadBytesMax
                            + " bytes");
        }
        check(problems, "pendingBytesMax", pendingBytesMax, BATCH_BYTES_MIN, Long.MAX_VALUE);
        return problems;
    }

    private static void check(List<String> problems, String name, long value, long min, long max) {
        if (value < min || value > max) {
            problems.add(name + " must be " + min + " to " + max + ", not " + value);
        }
    }

    /** The same with another size and number of prepared segments. */
    public LogConfig withSegments(int bytes, int preallocated) {
        return new LogConfig(
                bytes, preallocated, batchBytes, keyBytesMax, payloadBytesMax, pendingBytesMax);
    }

    /** The same with another size of batches. */
    public LogConfig withBatchBytes(int newBatchBytes) {
        return withSizes(newBatchBytes, keyBytesMax, payloadBytesMax);
    }

    /** The same with other sizes of batches, keys and values, for small segments. */
    public LogConfig withSizes(int newBatchBytes, int newKeyBytes, int newPayloadBytes) {
        return new LogConfig(
                segmentBytes,
                preallocatedSegments,
                newBatchBytes,
                newKeyBytes,
                newPayloadBytes,
                pendingBytesMax);
    }
}
