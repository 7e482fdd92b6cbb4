package io.paxosstore.log.segment;

import io.paxosstore.core.EntryValue;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordDamage;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.record.VarintReader;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * Reads a segment from its begin to its end and tells damage from the torn remains of the last
 * write (Rule D5).
 *
 * <p>A write is one batch, and the next one begins only after its fsync. So where a record fails
 * its check, and an intact record that begins a write (or the seal) follows, the failing bytes were
 * durable once: damage, reported, skipped. Where none follows, they belong to the last write, which
 * nobody was told of: everything from there on is cut off, intact records too, because a record may
 * rest on an earlier one of the same write.
 *
 * <p>What the disk does not give is damage wherever it lies: in the last write it may be what
 * somebody was told of.
 *
 * <p>Not thread-safe; a scan is done once.
 */
public final class SegmentScanner {
    /** Takes the intact records, and those of which only the value is damaged. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Called for each record, in the order they lie.
         *
         * @param head the record's head, valid during the call
         * @param bytes holds the record, valid during the call
         * @param offset its place in the segment
         */
        void record(RecordHead head, byte[] bytes, int offset) throws IOException;
    }

    /**
     * How the segment ends.
     *
     * @param end where the records end: the place of the seal
     * @param lastWrite where the last write begins
     * @param records how many records there are
     */
    public record Result(int end, boolean sealed, int lastWrite, long records, boolean damaged) {}

    private static final int CLEAN = -1;
    private static final int TORN = -2;

    /** More than a damaged spot of a disk takes, and little to look at. */
    private static final int BLANK_BYTES = 1 << 20;

    private enum Found {
        RECORD,
        BAD_VALUE,
        SEAL,
        MARK,
        NOTHING
    }

    private final long id;
    private final int size;
    private final UnreadableBlocks blocks;
    private final FileWindow window;
    private final RecordHead head = new RecordHead();
    private int at;
    private int lastWrite;
    private long records;
    private boolean damaged;

    /**
     * Prepares a scan of a segment that was found on the disk: all that it held when it was opened.
     * Of one that was made since, and has grown, that is nothing.
     */
    public static SegmentScanner ofFound(Segment segment) {
        return ofFound(segment, SegmentHeader.BYTES);
    }

    /**
     * Prepares a scan of a segment that was found on the disk, to the end of what it held when it
     * was opened.
     *
     * @param start where to begin: where a record or a write begins
     */
    static SegmentScanner ofFound(Segment segment, int start) {
        int size = (int) Math.min(Location.SEGMENT_BYTES_MAX, segment.openedBytes());
        return new SegmentScanner(segment, start, size, new byte[Math.min(FileWindow.BYTES, size)]);
    }

    /**
     * Prepares a scan that allocates little.
     *
     * @param start where to begin: where a record or a write begins
     * @param size how many bytes of the segment to look at
     * @param memory what is read at once, unless a record is longer; the scanner's until it is done
     */
    public SegmentScanner(Segment segment, int start, int size, byte[] memory) {
        this.id = segment.id();
        this.size = size;
        this.blocks = new UnreadableBlocks(segment);
        this.window = new FileWindow(blocks::fill, size, memory);
        this.at = start;
        this.lastWrite = start;
    }

    /**
     * Scans the segment to its end.
     *
     * @param damage told of every damage
     */
    public Result scan(Visitor visitor, Consumer<RecordDamage> damage) throws IOException {
        Result result = null;
        while (result == null) {
            result = scanSome(size, visitor, damage);
        }
        return result;
    }

    /**
     * Goes on with the scan.
     *
     * @param bytes after how many bytes to stop, at the next record
     * @param damage told of every damage
     * @return null when there is more to scan
     */
    public @Nullable Result scanSome(int bytes, Visitor visitor, Consumer<RecordDamage> damage)
            throws IOException {
        int stop = at + Math.min(bytes, size - at);
        while (at <= stop) {
            Found found = look(at, true);
            if (found == Found.MARK) {
                lastWrite = at;
                at += RecordFormat.SEAL_BYTES;
                continue;
            }
            if (found == Found.SEAL) {
                return new Result(at, true, lastWrite, records, damaged);
            }
            if (found == Found.NOTHING || found == Found.BAD_VALUE) {
                int padded = found == Found.BAD_VALUE ? head.paddedLength() : 0;
                int from = at + Math.max(padded, Location.ALIGNMENT);
                int next = nextProof(from, size, isUnreadable(at, from));
                if (next < 0) {
                    if (found == Found.BAD_VALUE || next == TORN) {
                        damage.accept(new RecordDamage.TornTail(at, size - at));
                    }
                    return new Result(at, false, lastWrite, records, damaged);
                }
                damaged = true;
                if (found == Found.NOTHING) {
                    damage.accept(new RecordDamage.UnreadableRegion(at, next - at));
                    at = next;
                    continue;
                }
                look(at, false);
                damage.accept(
                        new RecordDamage.BadValue(
                                at, padded, head.entity(window.bytes()), head.entry()));
            }
            if (head.isFirst()) {
                lastWrite = at;
            }
            visitor.record(head, window.bytes(), at);
            records++;
            at += head.paddedLength();
        }
        return null;
    }

    /**
     * Whether nothing was written where the scan goes on: neither an intact record lies there, nor
     * one soon behind it, where the first one is damaged, nor what the disk does not give.
     */
    public boolean isBlank() throws IOException {
        int from = at + Location.ALIGNMENT;
        int to = Math.min(size, at + BLANK_BYTES);
        return look(at, false) == Found.NOTHING
                && nextProof(from, to, isUnreadable(at, from)) == CLEAN;
    }

    /** Whether the disk does not give all of these bytes, as far as the segment has them. */
    private boolean isUnreadable(int from, int to) throws IOException {
        int end = Math.min(to, size);
        if (from >= end) {
            return false;
        }
        window.at(from, end - from);
        return blocks.firstUnreadable(from, end) < end;
    }

    /**
     * Where to go on, if bytes before it are proven to have been durable, or the disk does not give
     * them: at the next intact record; where none follows, behind what is unreadable.
     *
     * @param to where to end the search
     * @param unreadable whether the disk does not give what lies before {@code from}
     * @return its offset; {@link #CLEAN} when nothing intact follows, {@link #TORN} when only
     *     records of the same write do
     */
    private int nextProof(int from, int to, boolean unreadable) throws IOException {
        int behindUnreadable = unreadable ? Math.min(from, size) : -1;
        int candidate = -1;
        int at = from;
        while (at <= to - RecordFormat.FIXED_BYTES) {
            Found found = look(at, false);
            boolean intact = found != Found.NOTHING;
            boolean proof = intact && (found == Found.SEAL || head.isFirst());
            int next = at + (intact ? head.paddedLength() : Location.ALIGNMENT);
            if (isUnreadable(at, next)) {
                behindUnreadable = Math.min(next, size);
            }
            if (intact && candidate < 0) {
                candidate = at;
            }
            if (candidate >= 0 && (proof || behindUnreadable >= 0)) {
                return candidate;
            }
            at = next;
        }
        if (behindUnreadable >= 0) {
            return behindUnreadable;
        }
        return candidate < 0 ? CLEAN : TORN;
    }

    private Found look(int offset, boolean withValue) throws IOException {
        int room = size - offset;
        if (room < RecordFormat.FIXED_BYTES) {
            return Found.NOTHING;
        }
        int index = window.at(offset, RecordFormat.FIXED_BYTES);
        int length = VarintReader.getInt(window.bytes(), index + RecordFormat.LENGTH_AT) >>> 8;
        if (length <= RecordFormat.FIXED_BYTES || length > room) {
            return Found.NOTHING;
        }
        int headBytes = Math.min(length, RecordFormat.HEAD_BYTES_MAX + RecordFormat.KEY_BYTES_MAX);
        index = window.at(offset, withValue ? length : headBytes);
        if (!head.parse(window.bytes(), index, window.limit(), room, id, offset)) {
            return Found.NOTHING;
        }
        if (!head.isRecord()) {
            return head.isSeal() ? Found.SEAL : Found.MARK;
        }
        if (withValue) {
            EntryValue value = RecordFormat.value(head, window.bytes());
            if (value != null && !value.isIntact()) {
                return Found.BAD_VALUE;
            }
        }
        return Found.RECORD;
    }
}
