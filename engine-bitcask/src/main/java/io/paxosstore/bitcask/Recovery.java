package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.identity.DamageLog;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFileTable;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.record.SegmentScanner;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntPredicate;

/**
 * Rebuilds the keydirs at start, from hint files where there are any and from the segments where
 * not, and brings the segment that was being written into an orderly end.
 *
 * <p>Nothing is ever appended to a segment of an earlier run. The last write of such a segment may
 * be visible without being durable: the process was killed before its fsync, or the fsync failed
 * and the kernel dropped the error. So it is written again and forced before anybody relies on it.
 */
final class Recovery {
    /** A segment and how its scan ended. */
    private record Scanned(Segment segment, SegmentScanner.Result result) {}

    /** A record with a damaged value. */
    private record BadValue(EntityKey key, long location) {}

    private final FileSystem fs;
    private final Path directory;
    private final UUID store;
    private final RecordFileTable<Segment> segments;
    private final BitcaskShard[] shards;
    private final IntPredicate dropped;
    private final DamageLog damage;

    private final List<Path> freeFiles = new ArrayList<>();
    private final List<Scanned> scanned = new ArrayList<>();
    private final List<BadValue> badValues = new ArrayList<>();
    private final TreeSet<Long> present = new TreeSet<>();
    private final List<Segment> unhinted = new ArrayList<>();
    private final List<Segment> empty = new ArrayList<>();
    private long idMax;

    Recovery(
            FileSystem fs,
            Path directory,
            UUID store,
            RecordFileTable<Segment> segments,
            BitcaskShard[] shards,
            IntPredicate dropped,
            DamageLog damage) {
        this.fs = fs;
        this.directory = directory;
        this.store = store;
        this.segments = segments;
        this.shards = shards;
        this.dropped = dropped;
        this.damage = damage;
    }

    /**
     * Reads everything, and changes nothing but names that mean nothing.
     *
     * @param listed the segments that must be there
     */
    void scan(SortedSet<Long> listed) throws IOException {
        if (!listed.isEmpty()) {
            idMax = Math.max(idMax, listed.last());
        }
        List<Path> files = new ArrayList<>();
        for (Path file : fs.list(directory)) {
            if (isSegment(file)) {
                files.add(file);
            }
        }
        for (Path file : files) {
            readSegment(file);
        }
        for (long id : listed) {
            if (!present.contains(id)) {
                Path file = directory.resolve(SegmentPool.fileName(id));
                report(DamageReport.Kind.MISSING_SEGMENT, file, 0, 0);
            }
        }
        for (Scanned found : scanned) {
            Segment segment = found.segment();
            if (!found.result().sealed() && !isNewest(segment)) {
                report(DamageReport.Kind.MISSING_SEAL, segment.file(), found.result().end(), 0);
                segment.setDamaged();
            }
        }
        for (BadValue bad : badValues) {
            EntityKey key = bad.key();
            shards[key.shard(shards.length)].recoveredDamaged(key, bad.location());
        }
    }

    /** The ids of the segments that are there. */
    SortedSet<Long> present() {
        return present;
    }

    private boolean isSegment(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (name.startsWith(SegmentPool.FREE_PREFIX)) {
            freeFiles.add(file);
            String id = name.substring(SegmentPool.FREE_PREFIX.length()).replaceAll("\\..*", "");
            idMax = Math.max(idMax, SegmentPool.idOf(Path.of(id + SegmentPool.SEGMENT_SUFFIX)));
        } else if (name.endsWith(AtomicFile.TEMPORARY_SUFFIX)) {
            fs.delete(file);
        } else if (name.endsWith(HintWriter.SUFFIX)) {
            String segment = name.replace(HintWriter.SUFFIX, SegmentPool.SEGMENT_SUFFIX);
            if (!fs.exists(file.resolveSibling(segment))) {
                fs.delete(file);
            }
        }
        return SegmentPool.idOf(file) >= 0;
    }

    private void readSegment(Path file) throws IOException {
        long id = SegmentPool.idOf(file);
        idMax = Math.max(idMax, id);
        FileHandle handle = fs.open(file, OpenMode.WRITE);
        int size = (int) Math.min(Location.SEGMENT_BYTES_MAX, handle.size());
        SegmentHeader header = readHeader(handle);
        SegmentHeader.Kind kind = SegmentHeader.Kind.LOG;
        if (header == null || header.id() != id) {
            // The name states the id, so the records can be checked without the header.
            report(DamageReport.Kind.BAD_SEGMENT_HEADER, file, 0, SegmentHeader.BYTES);
        } else if (!header.store().equals(store)) {
            report(DamageReport.Kind.FOREIGN_SEGMENT, file, 0, size);
            handle.close();
            return;
        } else {
            kind = header.kind();
        }
        Segment segment = new Segment(id, file, kind, handle);
        segments.add(segment);
        present.add(id);
        if (!readHint(segment)) {
            scan(segment, size);
        }
    }

    private static @Nullable SegmentHeader readHeader(FileHandle handle) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(SegmentHeader.BYTES);
        while (block.hasRemaining()) {
            if (handle.read(block, block.position()) < 0) {
                return null;
            }
        }
        return SegmentHeader.decode(block.array());
    }

    private boolean readHint(Segment segment) throws IOException {
        Path file = HintWriter.fileOf(segment.file());
        if (!fs.exists(file)) {
            return false;
        }
        int end = -1;
        try {
            end =
                    HintReader.read(
                            fs,
                            file,
                            segment.id(),
                            (head, bytes, offset, paddedLength) ->
                                    takeIn(segment, head, bytes, offset, paddedLength));
        } catch (IOException e) {
            end = -1;
        }
        if (end < 0) {
            report(DamageReport.Kind.BAD_HINT, file, 0, 0);
            fs.delete(file);
            return false;
        }
        segment.setEnd(end);
        segment.setSealed();
        return true;
    }

    private void scan(Segment segment, int size) throws IOException {
        SegmentScanner.Result result =
                new SegmentScanner(segment, SegmentHeader.BYTES, size)
                        .scan(
                                (head, bytes, offset) ->
                                        takeIn(segment, head, bytes, offset, head.paddedLength()),
                                found -> damaged(segment, DamageReport.of(segment.file(), found)));
        segment.setEnd(result.end());
        if (result.damaged()) {
            segment.setDamaged();
        }
        scanned.add(new Scanned(segment, result));
    }

    private void damaged(Segment segment, DamageReport report) {
        damage.add(report);
        EntityKey key = report.entity();
        if (key != null) {
            int offset = (int) report.offset();
            int bytes = (int) report.bytes();
            badValues.add(new BadValue(key, Location.pack(segment.slot(), offset, bytes)));
        }
    }

    private void takeIn(
            Segment segment, RecordHead head, byte[] bytes, int offset, int paddedLength) {
        if (dropped.test(head.space())) {
            return;
        }
        EntityKey key = head.entity(bytes);
        shards[key.shard(shards.length)].recovered(
                head, bytes, key.hash(), Location.pack(segment.slot(), offset, paddedLength));
    }

    /**
     * Ends the segments that have no orderly end. What was lost must be known durably before, and
     * directory changes of earlier runs must be durable.
     */
    void finish(FailStop failStop) throws IOException {
        for (Scanned found : scanned) {
            Segment segment = found.segment();
            SegmentScanner.Result result = found.result();
            boolean newest = isNewest(segment);
            if (result.sealed()) {
                writeSeal(segment, result, failStop);
            } else if (newest && result.records() == 0 && !result.damaged()) {
                empty.add(segment);
                continue;
            } else if (newest) {
                rewriteLastWrite(segment, result, failStop);
                writeSeal(segment, result, failStop);
                segment.handle().truncate((long) result.end() + RecordFormat.SEAL_BYTES);
            }
            segment.setSealed();
            if (!segment.isDamaged()) {
                unhinted.add(segment);
            }
        }
    }

    /** Whether no later segment of the same kind was written to. */
    private boolean isNewest(Segment segment) {
        for (Segment other : segments.all()) {
            if (other.id() > segment.id()
                    && other.kind() == segment.kind()
                    && other.usedBytes() > 0) {
                return false;
            }
        }
        return true;
    }

    private static void rewriteLastWrite(
            Segment segment, SegmentScanner.Result result, FailStop failStop) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(result.end() - result.lastWrite());
        while (last.hasRemaining()) {
            int read = segment.handle().read(last, (long) result.lastWrite() + last.position());
            if (read < 0) {
                throw new IOException(segment.file() + " became shorter while it was read");
            }
        }
        segment.handle().write(last.flip(), result.lastWrite());
        failStop.guard(segment.handle()::force);
    }

    private static void writeSeal(Segment segment, SegmentScanner.Result result, FailStop failStop)
            throws IOException {
        ByteBuffer seal = RecordFormat.seal(segment.id(), result.end(), result.records());
        segment.handle().write(seal, result.end());
        failStop.guard(segment.handle()::force);
    }

    private void report(DamageReport.Kind kind, Path file, long offset, long bytes) {
        damage.add(new DamageReport(kind, file, offset, bytes, null, 0));
    }

    /** A segment id that was never used. */
    long nextId() {
        return idMax + 1;
    }

    /** Sealed segments that have no hint file. */
    List<Segment> unhinted() {
        return unhinted;
    }

    /** Segments that were prepared and not used. */
    List<Segment> emptySegments() {
        return empty;
    }

    /** Retired files. */
    List<Path> freeFiles() {
        return freeFiles;
    }
}
