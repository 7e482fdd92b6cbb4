package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DiskRoom;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentTable;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Remembers which records have turned out to be chosen since they were written (Rule D3), so that a
 * start need not ask the other nodes for it. Pages of bits in memory, which the background writes
 * beside the segments every {@link #WRITE_NANOS}, and at the end, without a sync. No mark is made
 * that is not true; one that is lost costs a question to the other nodes. Markers are for the
 * shards, all else is for the background.
 */
final class ChosenMarks {
    /** How often what has been marked is written. */
    static final long WRITE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * So many pages are in memory at most, 64 MiB; marks for which there is no page are not kept.
     */
    private static final int PAGES_MAX = 16_384;

    private static final Logger LOG = LoggerFactory.getLogger(ChosenMarks.class);

    /** Names a page. */
    private record PageId(long segment, int number) {}

    /** A page, and the segment that it is of. */
    private record Marked(Segment segment, MarkPage page) {}

    private final FileSystem fs;
    private final SegmentTable segments;
    private final DiskRoom room;
    private final FailStop failStop;
    private final LongSupplier nanoClock;
    private final Map<PageId, Marked> pages = new ConcurrentHashMap<>();
    private final Queue<PageId> due = new ArrayDeque<>();
    private long notBeforeNanos;

    ChosenMarks(
            FileSystem fs,
            SegmentTable segments,
            DiskRoom room,
            FailStop failStop,
            LongSupplier nanoClock) {
        this.fs = fs;
        this.segments = segments;
        this.room = room;
        this.failStop = failStop;
        this.nanoClock = nanoClock;
        this.notBeforeNanos = nanoClock.getAsLong() + WRITE_NANOS;
    }

    /** Marks records for one thread. */
    final class Marker implements LongConsumer {
        /** Where the last mark was: most are beside it. */
        private @Nullable MarkPage last;

        /** The record at a location is chosen. */
        @Override
        public void accept(long location) {
            Segment segment = segments.of(location);
            int offset = Location.offset(location);
            int number = MarkPage.numberOf(offset);
            MarkPage page = last;
            if (page == null || !page.is(segment.id(), number) || page.isLetGo()) {
                page = page(segment, number);
                last = page;
            }
            if (page != null) {
                page.set(offset);
            }
        }
    }

    /** Null where there are too many. */
    private @Nullable MarkPage page(Segment segment, int number) {
        PageId id = new PageId(segment.id(), number);
        Marked marked = pages.get(id);
        if (marked == null && pages.size() < PAGES_MAX) {
            marked =
                    pages.computeIfAbsent(
                            id, absent -> new Marked(segment, new MarkPage(segment.id(), number)));
        }
        return marked == null ? null : marked.page();
    }

    /** How long until {@link #runOnce} has work again, if there is anything to write. */
    long nanosUntilDue() {
        return pages.isEmpty()
                ? Long.MAX_VALUE
                : Math.max(0, notBeforeNanos - nanoClock.getAsLong());
    }

    /** Writes a page; returns 1 when there was one to write, else 0. */
    int runOnce() {
        if (due.isEmpty() && !pages.isEmpty() && nanosUntilDue() == 0) {
            notBeforeNanos = nanoClock.getAsLong() + WRITE_NANOS;
            due.addAll(pages.keySet());
        }
        while (!due.isEmpty()) {
            if (room.room() == Room.NONE) {
                due.clear();
            } else if (write(due.remove())) {
                return 1;
            }
        }
        return 0;
    }

    /** Writes all that has been marked, while there is room. */
    void finish() {
        due.clear();
        due.addAll(pages.keySet());
        while (!due.isEmpty() && room.room() != Room.NONE) {
            write(due.remove());
        }
    }

    /** Writes a page if it has changed; else lets go of it if its segment has ended. */
    private boolean write(PageId id) {
        Marked marked = pages.get(id);
        if (marked == null || failStop.isFailed()) {
            return false;
        }
        Segment segment = marked.segment();
        if (!marked.page().isChanged()) {
            if (segment.isSealed()) {
                letGo(id);
            }
            return false;
        }
        try (MarkFile file = MarkFile.openOrCreate(fs, segment)) {
            file.write(marked.page());
            return true;
        } catch (IOException e) {
            LOG.warn("storage.marks.failed segment={}", segment.file(), e);
            due.clear(); // and is tried again after a while
            return false;
        }
    }

    private void letGo(PageId id) {
        Marked marked = pages.remove(id);
        if (marked != null) {
            marked.page().letGo();
        }
    }

    /** The segment is about to go, and its marks do. */
    void delete(Segment segment) throws IOException {
        for (PageId id : pages.keySet()) {
            if (id.segment() == segment.id()) {
                letGo(id);
            }
        }
        Path file = MarkFile.fileOf(segment.file());
        if (fs.exists(file)) {
            fs.delete(file);
        }
    }
}
