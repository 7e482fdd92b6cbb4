package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentTable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reads all that is stored, again and again, at a bounded rate, so that damage to cold data is
 * found while other replicas still have the data (Rule D5). The shards then look whose records are
 * hit. Stepped by the background thread.
 */
final class Scrubber {
    /** The first pass begins this long after the start, or after the interval if that is less. */
    static final long FIRST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final int SLICE_BYTES = 1 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(Scrubber.class);

    private final BitcaskConfig.Scrub scrub;
    private final SegmentTable segments;
    private final Consumer<DamageSearch> searches;
    private final FailStop failStop;
    private final LongSupplier nanoClock;
    private final RecordHead head = new RecordHead();
    private final ArrayDeque<Segment> waiting = new ArrayDeque<>();
    private final LongAdder readBytes = new LongAdder();
    private final LongAdder passes = new LongAdder();
    private final LongAdder badRecords = new LongAdder();

    private @Nullable Segment segment;
    private int position;
    private byte[] bytes = new byte[0];
    private boolean passing;
    private long passNanos;
    private long notBeforeNanos;

    Scrubber(
            BitcaskConfig.Scrub scrub,
            SegmentTable segments,
            Consumer<DamageSearch> searches,
            FailStop failStop,
            LongSupplier nanoClock) {
        this.scrub = scrub;
        this.segments = segments;
        this.searches = searches;
        this.failStop = failStop;
        this.nanoClock = nanoClock;
        long now = nanoClock.getAsLong();
        this.passNanos = now;
        this.notBeforeNanos = now + Math.min(FIRST_NANOS, intervalNanos());
    }

    private long intervalNanos() {
        return TimeUnit.SECONDS.toNanos(scrub.interval().toSeconds());
    }

    /** How long until {@link #runOnce} has work again. */
    long nanosUntilDue() {
        return Math.max(0, notBeforeNanos - nanoClock.getAsLong());
    }

    /** Reads one slice; returns 1 when there was one to read, else 0. */
    int runOnce() {
        if (failStop.isFailed() || nanoClock.getAsLong() - notBeforeNanos < 0) {
            return 0;
        }
        if (!passing) {
            passing = true;
            passNanos = nanoClock.getAsLong();
            for (Segment each : segments.all()) {
                if (each.isSealed()) {
                    waiting.add(each);
                }
            }
        }
        Segment current = segment;
        if (current == null || !segments.contains(current) || position >= current.end()) {
            current = waiting.poll();
            segment = current;
            position = SegmentHeader.BYTES;
        }
        if (current == null) {
            passing = false;
            passes.increment();
            notBeforeNanos = Math.max(nanoClock.getAsLong(), passNanos + intervalNanos());
            return 0;
        }
        if (segments.contains(current)) {
            slice(current);
        }
        return 1;
    }

    private void slice(Segment current) {
        int from = position;
        try {
            int length = Math.min(SLICE_BYTES, current.end() - position);
            read(current, length);
            int at = check(current, length);
            if (at == 0 && length < Math.min(Location.RECORD_BYTES_MAX, current.end() - from)) {
                length = Math.min(Location.RECORD_BYTES_MAX, current.end() - position);
                read(current, length);
                at = check(current, length);
            }
            position += at == 0 ? skip(current, length) : at;
        } catch (IOException e) {
            int to = Math.min(current.end(), from + SLICE_BYTES);
            LOG.error("storage.scrub.unreadable segment={} offset={}", current.file(), from, e);
            bad(current, from, to);
            position = to;
        }
        readBytes.add(position - (long) from);
        double nanos = (position - from) * 1e9 / scrub.bytesPerSecond();
        notBeforeNanos = nanoClock.getAsLong() + (long) nanos;
    }

    private void read(Segment current, int length) throws IOException {
        if (bytes.length < length || bytes.length > Math.max(length, SLICE_BYTES)) {
            bytes = new byte[Math.max(length, Math.min(SLICE_BYTES, current.end()))];
        }
        if (!current.handle().fill(ByteBuffer.wrap(bytes, 0, length), position)) {
            throw new IOException("the file ends too early");
        }
    }

    /** Checks whole records; returns how many bytes they take. */
    private int check(Segment current, int length) {
        int at = 0;
        while (at < length && parse(current, at, length) && at + head.paddedLength() <= length) {
            if (head.isRecord()) {
                EntryValue value = RecordFormat.value(head, bytes);
                if (value != null && !value.isIntact()) {
                    int offset = position + at;
                    bad(current, offset, offset + head.paddedLength());
                }
            }
            at += head.paddedLength();
        }
        return at;
    }

    private boolean parse(Segment current, int at, int length) {
        int offset = position + at;
        return head.parse(bytes, at, length, current.end() - offset, current.id(), offset);
    }

    private int skip(Segment current, int length) {
        int next = Location.ALIGNMENT;
        while (next < length && !parse(current, next, length)) {
            next += Location.ALIGNMENT;
        }
        bad(current, position, position + Math.min(next, length));
        return Math.min(next, length);
    }

    private void bad(Segment current, int from, int to) {
        LOG.error(
                "storage.scrub.damaged segment={} offset={} bytes={}",
                current.file(),
                from,
                to - from);
        badRecords.increment();
        current.setDamaged();
        searches.accept(new DamageSearch(current, from, to));
    }

    /** Bytes read since the start. */
    long readBytes() {
        return readBytes.sum();
    }

    /** Passes over all data that have ended since the start. */
    long passes() {
        return passes.sum();
    }

    /** Places that failed their check, live or dead. */
    long badRecords() {
        return badRecords.sum();
    }
}
