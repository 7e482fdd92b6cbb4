package io.paxosstore.log.segment;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.record.RecordFormat;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The log of earlier runs, as a start finds it: the engine has segments opened and scanned, takes
 * in what they hold, and has them brought into an orderly end. Until {@link #finish} nothing is
 * changed on the disk, unless {@link #deleteTemporaryFiles} is called. Used by one thread.
 *
 * <p>Nothing is ever appended to a segment of an earlier run. The last write of such a segment may
 * be visible without being durable: the process was killed before its fsync, or the fsync failed
 * and the kernel dropped the error. So it is written again and forced before anybody relies on it.
 */
public final class SegmentRecovery {
    private static final int ID_DIGITS = 16;

    /** A segment and how its scan ended. */
    private record Scanned(Segment segment, SegmentScanner.Result result) {}

    private final FileSystem fs;
    private final SegmentSpec spec;
    private final SegmentTable segments;
    private final Consumer<DamageReport> damage;

    private final TreeMap<Long, Path> files = new TreeMap<>();
    private final List<Path> freeFiles = new ArrayList<>();
    private final List<Path> temporaryFiles = new ArrayList<>();
    private final TreeMap<Long, Segment> present = new TreeMap<>();
    private final List<Scanned> scanned = new ArrayList<>();
    private final List<Segment> unused = new ArrayList<>();
    private long idMax;

    /**
     * Finds the files; opens none.
     *
     * @param segments gets the segments that are opened
     * @param damage told of everything that is wrong
     */
    public SegmentRecovery(
            FileSystem fs, SegmentSpec spec, SegmentTable segments, Consumer<DamageReport> damage)
            throws IOException {
        this.fs = fs;
        this.spec = spec;
        this.segments = segments;
        this.damage = damage;
        for (Path file : fs.list(spec.directory())) {
            String name = String.valueOf(file.getFileName());
            long id = SegmentPool.idOf(file);
            if (id >= 0) {
                files.put(id, file);
            } else if (name.startsWith(SegmentPool.FREE_PREFIX)) {
                freeFiles.add(file);
                String digits = name.substring(SegmentPool.FREE_PREFIX.length());
                String head = digits.substring(0, Math.min(ID_DIGITS, digits.length()));
                id = SegmentPool.idOf(Path.of(head + SegmentPool.SEGMENT_SUFFIX));
            } else if (name.endsWith(AtomicFile.TEMPORARY_SUFFIX)) {
                temporaryFiles.add(file);
            }
            used(id);
        }
    }

    SegmentSpec spec() {
        return spec;
    }

    SegmentTable segments() {
        return segments;
    }

    /** The ids of the segment files that are there, opened or not. */
    public SortedSet<Long> fileIds() {
        return new TreeSet<>(files.keySet());
    }

    /** An id was used, and must not be given to another segment. */
    public void used(long id) {
        idMax = Math.max(idMax, id);
    }

    /** A segment id that was never used. */
    public long nextId() {
        return idMax + 1;
    }

    /** Deletes what earlier runs left under construction. */
    public void deleteTemporaryFiles() throws IOException {
        for (Path file : temporaryFiles) {
            if (fs.exists(file)) {
                fs.delete(file);
            }
        }
    }

    /**
     * Opens those of the segments that are there, in the order of their ids. Those of another store
     * are reported and left alone.
     */
    public void open(SortedSet<Long> ids) throws IOException {
        for (long id : ids) {
            Path file = files.get(id);
            if (file != null) {
                open(id, file);
            }
        }
    }

    private void open(long id, Path file) throws IOException {
        FileHandle handle = fs.open(file, OpenMode.WRITE);
        long size = handle.size();
        SegmentHeader header = SegmentHeader.read(handle, spec.format());
        SegmentHeader.Kind kind = spec.format().statesKind() ? null : SegmentHeader.Kind.LOG;
        if (header == null || header.id() != id) {
            // The name states the id, so the records can be checked without the header.
            report(DamageReport.Kind.BAD_SEGMENT_HEADER, file, 0, SegmentHeader.BYTES);
        } else if (!header.store().equals(spec.store())) {
            report(DamageReport.Kind.FOREIGN_SEGMENT, file, 0, size);
            handle.close();
            return;
        } else {
            kind = header.kind();
        }
        Segment segment = new Segment(id, file, handle, kind, size);
        segments.add(segment);
        present.put(id, segment);
    }

    /**
     * Reports which of the segments that must be there were not opened (Rule D5).
     *
     * @return their ids
     */
    public SortedSet<Long> reportMissing(SortedSet<Long> listed) {
        TreeSet<Long> missing = new TreeSet<>(listed);
        missing.removeAll(present.keySet());
        for (long id : missing) {
            used(id);
            Path file = spec.directory().resolve(SegmentPool.fileName(id));
            report(DamageReport.Kind.MISSING_SEGMENT, file, 0, 0);
        }
        return missing;
    }

    /** The open segments, in the order of their ids. */
    public List<Segment> present() {
        return List.copyOf(present.values());
    }

    /** The ids of the open segments; once {@link #finish} was called, of those that are used. */
    public SortedSet<Long> presentIds() {
        return new TreeSet<>(present.keySet());
    }

    /** The open segment of this id, if there is one. */
    public @Nullable Segment present(long id) {
        return present.get(id);
    }

    /**
     * Scans a segment.
     *
     * @param from where to begin: where a record or a write begins
     * @param visitor takes the records
     * @param found told of the damage to the segment's records, in the order in which it lies
     *     between them; it is reported besides
     * @return how the segment ends
     */
    public SegmentScanner.Result scan(
            Segment segment, int from, SegmentScanner.Visitor visitor, Consumer<DamageReport> found)
            throws IOException {
        SegmentScanner.Result result =
                SegmentScanner.ofFound(segment, from)
                        .scan(
                                visitor,
                                what -> {
                                    DamageReport told = DamageReport.of(segment.file(), what);
                                    damage.accept(told);
                                    found.accept(told);
                                });
        segment.setEnd(result.end());
        if (result.damaged()) {
            segment.setDamaged();
        }
        scanned.add(new Scanned(segment, result));
        return result;
    }

    /**
     * Takes a segment for one that was never written to, if nothing intact lies at its begin. For
     * segments behind one that has no seal: to them nothing was written, unless that seal is lost.
     */
    public boolean passIfBlank(Segment segment, int from) throws IOException {
        boolean blank = SegmentScanner.ofFound(segment, from).isBlank();
        if (blank) {
            segment.setEnd(from);
            scanned.add(
                    new Scanned(segment, new SegmentScanner.Result(from, false, from, 0, false)));
        }
        return blank;
    }

    /** Reports segments without a seal that are not the last one (Rule D5); after all scans. */
    public void reportMissingSeals() {
        for (Scanned each : scanned) {
            Segment segment = each.segment();
            if (!each.result().sealed() && !isNewest(segment)) {
                report(DamageReport.Kind.MISSING_SEAL, segment.file(), segment.end(), 0);
                segment.setDamaged();
            }
        }
    }

    /** Whether no later segment of the same kind was written to; of a kind that it may be of. */
    private boolean isNewest(Segment segment) {
        for (SegmentHeader.Kind kind : SegmentHeader.Kind.values()) {
            if (mayBe(segment, kind) && !isBeforeAny(segment, kind)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an unsealed segment may be of this kind. Without its header that is told by its size:
     * what merge writes ends with its last record, and the log writer's has room for a seal. One
     * that has lost the records at its end does not pass for merge's thereby.
     */
    private static boolean mayBe(Segment segment, SegmentHeader.Kind kind) {
        if (segment.kind() != null) {
            return segment.kind() == kind;
        }
        return kind == SegmentHeader.Kind.LOG
                || (segment.isUsed() && segment.end() == segment.openedBytes());
    }

    /**
     * Whether a later one of this kind was written to. Without its header that is told by its size,
     * too: the log writer's have all of it from the begin.
     */
    private boolean isBeforeAny(Segment segment, SegmentHeader.Kind kind) {
        for (Segment later : present.tailMap(segment.id(), false).values()) {
            boolean isPreallocated = later.openedBytes() == spec.segmentBytes();
            boolean isOfLog = later.kind() == null && isPreallocated;
            boolean isOfKind = later.kind() == kind || (isOfLog && kind == SegmentHeader.Kind.LOG);
            if (isOfKind && later.isUsed()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Ends the segments that have no orderly end. What was lost must be known durably before, and
     * directory changes of earlier runs must be durable before anything is written behind them.
     *
     * @return the segments that had no seal and got one
     */
    public List<Segment> finish(FailStop failStop) throws IOException {
        List<Segment> ended = new ArrayList<>();
        for (Scanned each : scanned) {
            Segment segment = each.segment();
            SegmentScanner.Result result = each.result();
            if (result.sealed()) {
                // It may be visible without being durable, as the last write.
                writeSeal(segment, result, failStop);
            } else if (isNewest(segment)) {
                if (!segment.isUsed()) {
                    unused.add(segment);
                    continue;
                }
                rewriteLastWrite(segment, result, failStop);
                writeSeal(segment, result, failStop);
                ended.add(segment);
            }
            segment.setSealed();
        }
        unused.forEach(segment -> present.remove(segment.id()));
        return ended;
    }

    private static void rewriteLastWrite(
            Segment segment, SegmentScanner.Result result, FailStop failStop) throws IOException {
        int from = result.lastWrite();
        int end = result.end();
        ByteBuffer last = ByteBuffer.allocate(end - from);
        UnreadableBlocks blocks = new UnreadableBlocks(segment);
        if (!blocks.fill(last, from)) {
            throw new IOException(segment.file() + " became shorter while it was read");
        }
        int at = from;
        while (at < end) {
            int next = blocks.firstUnreadable(at, end);
            segment.handle().write(last.slice(at - from, next - at), at);
            at = blocks.firstReadable(next, end);
        }
        failStop.guard(segment.handle()::force);
    }

    private static void writeSeal(Segment segment, SegmentScanner.Result result, FailStop failStop)
            throws IOException {
        ByteBuffer seal = RecordFormat.seal(segment.id(), result.end(), result.records());
        segment.handle().write(seal, result.end());
        failStop.guard(segment.handle()::force);
    }

    private void report(DamageReport.Kind kind, Path file, long offset, long bytes) {
        damage.accept(new DamageReport(kind, file, offset, bytes, null, 0));
    }

    /** Segments that were prepared and not used; known once {@link #finish} was called. */
    List<Segment> unusedSegments() {
        return unused;
    }

    /** Retired files. */
    List<Path> freeFiles() {
        return freeFiles;
    }
}
