package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.log.CorruptRecordException;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentedLog;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Gets back the space of dead records, slice by slice, while writes go on.
 *
 * <p>For each slice of a segment: ask the shards which records are live; copy those to the merge's
 * own segment and force it; tell the shards where the copies are, and each shard moves a location
 * only if it still is the old one. When all slices are done no keydir refers to the segment, so no
 * reader can be in it, and it is retired. A crash at any point leaves records twice at most, which
 * recovery does not mind ({@link LiveRecords}).
 *
 * <p>Stepped by the background thread; never waits.
 */
final class Merge {
    /** How much of a segment is treated at once. */
    static final int SLICE_BYTES = 1 << 20;

    /**
     * So many sealed segments of less than an eighth of their size are merged whatever they hold.
     */
    static final int SMALL_SEGMENTS = 4;

    /**
     * With more segments than this to be merged, merging is behind: it goes faster then than it was
     * told to, by as much as there are more of them. So it ends up as fast as the dead records
     * come, and a store that is overwritten for long does not grow without bound.
     */
    static final int WAITING_SEGMENTS_MAX = 8;

    /** Damaged segments come first: what is left of them is saved, and they are got rid of. */
    private static final double DAMAGED_RATIO = 2;

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(Merge.class);

    private enum Phase {
        IDLE,
        READ,
        ASKED,
        TOLD
    }

    private final FileSystem fs;
    private final BitcaskConfig config;
    private final SegmentedLog log;
    private final BitcaskShard[] shards;
    private final MergeOutput output;
    private final ChosenMarks marks;
    private final FailStop failStop;
    private final Consumer<DamageSearch> searches;
    private final LongSupplier nanoClock;
    private final RecordFormat format = new RecordFormat();
    private final RecordHead head = new RecordHead();
    private final MergeSlice slice;
    private final LongAdder copiedBytes = new LongAdder();
    private final LongAdder mergedSegments = new LongAdder();

    private Phase phase = Phase.IDLE;
    private @Nullable Segment source;

    /** What was being merged when a merge failed: the others get their turn before it. */
    private @Nullable Segment failed;

    private int position;
    private int sliceEnd;
    private byte[] sliceBytes = new byte[0];
    private ByteBuffer copies = ByteBuffer.allocateDirect(0);
    private long notBeforeNanos;
    private int waitingSegments;

    Merge(
            FileSystem fs,
            BitcaskConfig config,
            SegmentedLog log,
            BitcaskShard[] shards,
            MergeOutput output,
            ChosenMarks marks,
            FailStop failStop,
            Consumer<DamageSearch> searches,
            LongSupplier nanoClock) {
        this.fs = fs;
        this.config = config;
        this.log = log;
        this.shards = shards;
        this.output = output;
        this.marks = marks;
        this.failStop = failStop;
        this.searches = searches;
        this.nanoClock = nanoClock;
        this.slice = new MergeSlice(shards.length);
        this.notBeforeNanos = nanoClock.getAsLong();
    }

    /** How long until {@link #runOnce} may have work again by itself. */
    long nanosUntilDue() {
        return phase == Phase.READ
                ? Math.max(0, notBeforeNanos - nanoClock.getAsLong())
                : RETRY_NANOS;
    }

    /** One step; returns 1 when something was done, else 0. */
    int runOnce() {
        if (failStop.isFailed()) {
            return 0;
        }
        try {
            return switch (phase) {
                case IDLE -> choose();
                case READ -> read();
                case ASKED -> copy();
                case TOLD -> next();
            };
        } catch (IOException e) {
            LOG.warn("storage.merge.failed segment={}", source == null ? "" : source.file(), e);
            giveUp();
            return 1;
        }
    }

    private void giveUp() {
        phase = Phase.IDLE;
        failed = source;
        source = null;
        notBeforeNanos = nanoClock.getAsLong() + RETRY_NANOS;
    }

    private boolean isTooEarly() {
        return nanoClock.getAsLong() - notBeforeNanos < 0;
    }

    private int choose() {
        if (isTooEarly()) {
            return 0;
        }
        Segment best = null;
        double bestRatio = config.mergeDeadRatio();
        Segment small = null;
        int smallCount = 0;
        int waiting = 0;
        Segment passed = failed;
        failed = null;
        for (Segment segment : log.segments().all()) {
            if (!segment.isSealed() || segment.isHeldBack() || segment.undrained().get() > 0) {
                continue;
            }
            double used = segment.usedBytes();
            double ratio = used == 0 ? 1 : 1 - segment.liveBytes().get() / used;
            if (segment.isDamaged()) {
                ratio = DAMAGED_RATIO;
            }
            if (ratio >= config.mergeDeadRatio()) {
                waiting++;
            }
            if (segment == passed) {
                continue;
            }
            if (ratio >= bestRatio) {
                best = segment;
                bestRatio = ratio;
            }
            if (used < config.log().segmentBytes() / 8.0) {
                smallCount++;
                small = small == null ? segment : small;
            }
        }
        waitingSegments = waiting;
        source = best != null || smallCount < SMALL_SEGMENTS ? best : small;
        if (source == null) {
            return 0;
        }
        position = SegmentHeader.BYTES;
        phase = Phase.READ;
        return 1;
    }

    private Segment source() {
        Segment now = source;
        if (now == null) {
            throw new IllegalStateException("no merge is under way");
        }
        return now;
    }

    private int read() throws IOException {
        Segment segment = source();
        if (position >= segment.end()) {
            retire(segment);
            return 1;
        }
        if (isTooEarly()) {
            return 0;
        }
        int length = Math.min(SLICE_BYTES, segment.end() - position);
        while (!readSlice(segment, length)) {
            length = Math.min(Location.RECORD_BYTES_MAX, segment.end() - position);
        }
        phase = Phase.ASKED;
        for (int shard = 0; shard < shards.length; shard++) {
            MergeSlice.ShardPart part = slice.part(shard);
            if (!part.isEmpty()) {
                part.ask();
                shards[shard].requestMerge(part);
            }
        }
        return 1;
    }

    /** Reads some whole records; false when not even the first one is whole. */
    private boolean readSlice(Segment segment, int length) {
        boolean isRead = fill(segment, length);
        slice.reset(sliceBytes);
        if (!isRead) {
            damaged(segment, Math.min(length, SLICE_BYTES));
            return true;
        }
        int room = segment.end() - position;
        int at = 0;
        while (at < length) {
            if (!parse(segment, at, length) || at + head.paddedLength() > length) {
                break;
            }
            if (head.isRecord()) {
                add(segment, at);
            }
            at += head.paddedLength();
        }
        sliceEnd = position + at;
        if (at > 0) {
            return true;
        }
        if (length < Math.min(Location.RECORD_BYTES_MAX, room)) {
            return false;
        }
        int next = Location.ALIGNMENT;
        while (next < length && !parse(segment, next, length)) {
            next += Location.ALIGNMENT;
        }
        damaged(segment, Math.min(next, length));
        return true;
    }

    /** Brings bytes into memory; false when the disk does not give them. */
    private boolean fill(Segment segment, int length) {
        if (sliceBytes.length < length || sliceBytes.length > Math.max(length, SLICE_BYTES)) {
            sliceBytes = new byte[length];
        }
        try {
            return segment.handle().fill(ByteBuffer.wrap(sliceBytes, 0, length), position);
        } catch (IOException e) {
            LOG.error("storage.merge.unreadable segment={} offset={}", segment.file(), position, e);
            return false;
        }
    }

    /** Damage: whoever has a record in there becomes amnesiac, and the rest is saved. */
    private void damaged(Segment segment, int bytes) {
        sliceEnd = position + bytes;
        segment.setDamaged();
        searches.accept(new DamageSearch(segment, position, sliceEnd));
        LOG.error(
                "storage.merge.damaged segment={} offset={} bytes={}",
                segment.file(),
                position,
                bytes);
    }

    private boolean parse(Segment segment, int at, int length) {
        int offset = position + at;
        return head.parse(sliceBytes, at, length, segment.end() - offset, segment.id(), offset);
    }

    private void add(Segment segment, int at) {
        long location = Location.pack(segment.slot(), position + at, head.paddedLength());
        slice.add(head, at, location);
        EntryValue value = RecordFormat.value(head, sliceBytes);
        if (value != null && !value.isIntact()) {
            segment.setDamaged();
            slice.damaged(
                    new CorruptRecordException(
                            segment.file().toString(),
                            position + at,
                            "the checksum of its value is wrong"));
        }
    }

    private int copy() throws IOException {
        if (!slice.isAnswered()) {
            return 0;
        }
        int bytes = 0;
        int count = 0;
        for (int record = 0; record < slice.count(); record++) {
            if (slice.verdict(record).isCopied()) {
                bytes += slice.length(record);
                count++;
            }
        }
        phase = Phase.TOLD;
        if (count > 0) {
            copyLive(bytes, count);
            copiedBytes.add(bytes);
        }
        long cost = (long) bytes + sliceEnd - position;
        notBeforeNanos = nanoClock.getAsLong() + (long) (cost * 1e9 / bytesPerSecond());
        return 1;
    }

    private double bytesPerSecond() {
        double behind = (double) waitingSegments / WAITING_SEGMENTS_MAX;
        return config.mergeBytesPerSecond() * Math.max(1, behind);
    }

    private void copyLive(int bytes, int count) throws IOException {
        if (copies.capacity() < bytes) {
            copies = ByteBuffer.allocateDirect(Math.max(bytes, SLICE_BYTES));
        }
        copies.clear();
        for (int record = 0; record < slice.count(); record++) {
            LiveRecords.Verdict verdict = slice.verdict(record);
            if (!verdict.isCopied()) {
                continue;
            }
            int at = copies.position();
            int start = slice.start(record);
            copies.put(slice.bytes(), start, slice.length(record));
            copies.putInt(at, slice.checksum(record));
            if (verdict == LiveRecords.Verdict.LIVE_MARKED) {
                int next = copies.position();
                format.setChosen(copies, at, at + slice.headEnd(record) - start);
                copies.position(next);
            }
            slice.setTo(record, at);
        }
        copies.flip();
        Segment target = output.append(copies, count);
        int base = target.end() - bytes;
        for (int record = 0; record < slice.count(); record++) {
            if (slice.verdict(record).isCopied()) {
                int offset = base + (int) slice.to(record);
                slice.setTo(record, Location.pack(target.slot(), offset, slice.length(record)));
            }
        }
        for (int shard = 0; shard < shards.length; shard++) {
            MergeSlice.ShardPart part = slice.part(shard);
            if (!part.isEmpty()) {
                part.tell();
                shards[shard].requestMerge(part);
            }
        }
    }

    private int next() {
        if (!slice.isAnswered()) {
            return 0;
        }
        position = sliceEnd;
        phase = Phase.READ;
        return 1;
    }

    private void retire(Segment segment) throws IOException {
        phase = Phase.IDLE;
        source = null;
        long live = segment.liveBytes().get();
        if (live != 0) {
            // Damaged records of entities that have not been rebuilt yet, as a rule.
            segment.holdBack(live);
            LOG.warn("storage.merge.held segment={} liveBytes={}", segment.file(), live);
            return;
        }
        output.prove();
        log.pool().unlist(segment.id());
        Path hint = HintWriter.fileOf(segment.file());
        if (fs.exists(hint)) {
            fs.delete(hint);
        }
        marks.delete(segment);
        log.retire(segment);
        mergedSegments.increment();
    }

    /** Whether dead records have been gathering faster than they were merged away. */
    boolean isBehind() {
        return waitingSegments > WAITING_SEGMENTS_MAX;
    }

    /** Bytes of live records that were copied. */
    long copiedBytes() {
        return copiedBytes.sum();
    }

    /** How many segments were merged away. */
    long mergedSegments() {
        return mergedSegments.sum();
    }
}
