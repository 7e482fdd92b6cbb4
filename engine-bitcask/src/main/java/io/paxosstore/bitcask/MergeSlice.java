package io.paxosstore.bitcask;

import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.protocol.key.EntityKey;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Some neighbouring records of a segment that is being merged: the merge asks the shards which of
 * them are live, then tells them where the copies are.
 *
 * <p>Handed to and fro: a part belongs to its shard from {@link ShardPart#ask} or {@link
 * ShardPart#tell} until {@link ShardPart#isAnswered}, otherwise everything belongs to the merge.
 */
final class MergeSlice {
    private static final int RECORDS_INITIAL = 256;

    /** So many records are answered for in one turn of a shard, so that clients do not wait. */
    private static final int TURN_RECORDS_MAX = 256;

    /** Told of a live record that is damaged. */
    @FunctionalInterface
    interface DamageVisitor {
        void damaged(int ref, EntityKey key, CorruptRecordException what);
    }

    /** The records of one shard. */
    final class ShardPart {
        private final long[] warming = new long[Keydir.WARM_MAX];
        private int[] records = new int[16];
        private int count;
        private int served;
        private boolean relocating;

        // Written last by whoever gives the part away, read first by the other side.
        private volatile boolean answered = true;

        void ask() {
            relocating = false;
            served = 0;
            answered = false;
        }

        void tell() {
            relocating = true;
            served = 0;
            answered = false;
        }

        boolean isAnswered() {
            return answered;
        }

        boolean isEmpty() {
            return count == 0;
        }

        /**
         * Answers for some records in the name of the shard, on its thread.
         *
         * @return whether that was all
         */
        boolean serve(
                Keydir keydir, LiveRecords live, IntPredicate dropped, DamageVisitor visitor) {
            int end = Math.min(count, served + TURN_RECORDS_MAX);
            for (; served < end; served += Keydir.WARM_MAX) {
                int some = Math.min(Keydir.WARM_MAX, end - served);
                for (int i = 0; i < some; i++) {
                    warming[i] = hashes[records[served + i]];
                }
                keydir.warm(warming, some);
                for (int i = 0; i < some; i++) {
                    serve(records[served + i], keydir, live, dropped, visitor);
                }
            }
            boolean isAll = end == count;
            answered = isAll;
            return isAll;
        }

        private void serve(
                int record,
                Keydir keydir,
                LiveRecords live,
                IntPredicate dropped,
                DamageVisitor visitor) {
            int ref =
                    keydir.find(
                            hashes[record],
                            spaces[record],
                            bytes,
                            keyAts[record],
                            keyLengths[record]);
            if (relocating) {
                if (verdicts[record].isCopied()) {
                    boolean flagged = verdicts[record] == LiveRecords.Verdict.LIVE_MARKED;
                    live.relocate(ref, from[record], to[record], flagged);
                }
            } else {
                if (ref != Keydir.NONE && dropped.test(spaces[record])) {
                    live.drop(ref);
                }
                verdicts[record] = live.verdict(ref, from[record]);
                CorruptRecordException problem = problems.get(record);
                if (problem != null && verdicts[record] != LiveRecords.Verdict.DEAD) {
                    visitor.damaged(ref, keydir.key(ref), problem);
                    verdicts[record] = LiveRecords.Verdict.KEPT;
                }
            }
        }

        private void add(int record) {
            if (count == records.length) {
                records = Arrays.copyOf(records, count * 2);
            }
            records[count++] = record;
        }
    }

    private final ShardPart[] parts;
    private byte[] bytes = new byte[0];
    private int count;
    private int[] starts = new int[RECORDS_INITIAL];
    private int[] keyAts = new int[RECORDS_INITIAL];
    private int[] keyLengths = new int[RECORDS_INITIAL];
    private int[] spaces = new int[RECORDS_INITIAL];
    private int[] checksums = new int[RECORDS_INITIAL];
    private long[] hashes = new long[RECORDS_INITIAL];
    private long[] from = new long[RECORDS_INITIAL];
    private long[] to = new long[RECORDS_INITIAL];
    private LiveRecords.Verdict[] verdicts = new LiveRecords.Verdict[RECORDS_INITIAL];

    /** Damaged records by their number. */
    private final Map<Integer, CorruptRecordException> problems = new HashMap<>();

    MergeSlice(int shards) {
        parts = new ShardPart[shards];
        for (int shard = 0; shard < shards; shard++) {
            parts[shard] = new ShardPart();
        }
    }

    /** Empties the slice; the records to come lie in the given bytes. */
    void reset(byte[] newBytes) {
        bytes = newBytes;
        count = 0;
        problems.clear();
        for (ShardPart part : parts) {
            part.count = 0;
        }
    }

    /** Adds the record whose head was parsed at index {@code at} of the bytes. */
    void add(RecordHead head, int at, long location) {
        if (count == starts.length) {
            int capacity = count * 2;
            starts = Arrays.copyOf(starts, capacity);
            keyAts = Arrays.copyOf(keyAts, capacity);
            keyLengths = Arrays.copyOf(keyLengths, capacity);
            spaces = Arrays.copyOf(spaces, capacity);
            checksums = Arrays.copyOf(checksums, capacity);
            hashes = Arrays.copyOf(hashes, capacity);
            from = Arrays.copyOf(from, capacity);
            to = Arrays.copyOf(to, capacity);
            verdicts = Arrays.copyOf(verdicts, capacity);
        }
        EntityKey key = head.entity(bytes);
        starts[count] = at;
        keyAts[count] = head.keyAt();
        keyLengths[count] = head.keyLength();
        spaces[count] = head.space();
        checksums[count] = head.checksum();
        hashes[count] = key.hash();
        from[count] = location;
        verdicts[count] = LiveRecords.Verdict.DEAD;
        parts[key.shard(parts.length)].add(count);
        count++;
    }

    /** States that the record added last is damaged. */
    void damaged(CorruptRecordException what) {
        problems.put(count - 1, what);
    }

    int count() {
        return count;
    }

    byte[] bytes() {
        return bytes;
    }

    int start(int record) {
        return starts[record];
    }

    int headEnd(int record) {
        return keyAts[record] + keyLengths[record];
    }

    int checksum(int record) {
        return checksums[record];
    }

    int length(int record) {
        return Location.length(from[record]);
    }

    LiveRecords.Verdict verdict(int record) {
        return verdicts[record];
    }

    long to(int record) {
        return to[record];
    }

    void setTo(int record, long location) {
        to[record] = location;
    }

    ShardPart part(int shard) {
        return parts[shard];
    }

    /** Whether all shards have answered. */
    boolean isAnswered() {
        for (ShardPart part : parts) {
            if (!part.isAnswered()) {
                return false;
            }
        }
        return true;
    }
}
