package io.paxosstore.bitcask;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.DamageLog;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.log.segment.SegmentRecovery;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.function.IntPredicate;

/**
 * Rebuilds the keydirs at start, from hint files where there are any and from the segments where
 * not. All segments are read, listed or not: which records count does not depend on their order.
 */
final class Recovery {
    /** A record with a damaged value. */
    private record BadValue(EntityKey key, long location) {}

    private final FileSystem fs;
    private final Path directory;
    private final SegmentRecovery log;
    private final BitcaskShard[] shards;
    private final IntPredicate dropped;
    private final SlotTenures tenures;
    private final DamageLog damage;

    private final List<BadValue> badValues = new ArrayList<>();
    private final List<Segment> scanned = new ArrayList<>();

    Recovery(
            FileSystem fs,
            Path directory,
            SegmentRecovery log,
            BitcaskShard[] shards,
            IntPredicate dropped,
            SlotTenures tenures,
            DamageLog damage) {
        this.fs = fs;
        this.directory = directory;
        this.log = log;
        this.shards = shards;
        this.dropped = dropped;
        this.tenures = tenures;
        this.damage = damage;
    }

    /**
     * Reads everything, and changes nothing but names that mean nothing.
     *
     * @param listed the segments that must be there
     */
    void scan(SortedSet<Long> listed) throws IOException {
        log.deleteTemporaryFiles();
        deleteStray(HintWriter.SUFFIX);
        deleteStray(MarkFile.SUFFIX);
        log.open(log.fileIds());
        log.reportMissing(listed);
        for (Segment segment : log.present()) {
            try (MarkReader marks = MarkReader.of(fs, segment)) {
                if (!readHint(segment, marks)) {
                    scan(segment, marks);
                }
            }
        }
        log.reportMissingSeals();
        for (BadValue bad : badValues) {
            EntityKey key = bad.key();
            shards[key.shard(shards.length)].recoveredDamaged(key, bad.location());
        }
    }

    /** What lies beside segments that are gone. */
    private void deleteStray(String suffix) throws IOException {
        for (Path file : fs.list(directory)) {
            if (file.toString().endsWith(suffix)
                    && !fs.exists(SegmentPool.beside(file, SegmentPool.SEGMENT_SUFFIX))) {
                fs.delete(file);
            }
        }
    }

    private boolean readHint(Segment segment, MarkReader marks) throws IOException {
        Path file = HintWriter.fileOf(segment.file());
        if (!fs.exists(file)) {
            return false;
        }
        int end =
                HintReader.read(
                        fs,
                        file,
                        segment.id(),
                        (head, bytes, offset, paddedLength) ->
                                takeIn(segment, marks, head, bytes, offset, paddedLength));
        if (end < 0) {
            damage.add(new DamageReport(DamageReport.Kind.BAD_HINT, file, 0, 0, null, 0));
            fs.delete(file);
            return false;
        }
        segment.setEnd(end);
        segment.setSealed();
        return true;
    }

    private void scan(Segment segment, MarkReader marks) throws IOException {
        log.scan(
                segment,
                SegmentHeader.BYTES,
                (head, bytes, offset) ->
                        takeIn(segment, marks, head, bytes, offset, head.paddedLength()),
                found -> damaged(segment, found));
        scanned.add(segment);
    }

    private void damaged(Segment segment, DamageReport report) {
        EntityKey key = report.entity();
        if (key != null) {
            int offset = (int) report.offset();
            int bytes = (int) report.bytes();
            badValues.add(new BadValue(key, Location.pack(segment.slot(), offset, bytes)));
        }
    }

    private void takeIn(
            Segment segment,
            MarkReader marks,
            RecordHead head,
            byte[] bytes,
            int offset,
            int paddedLength) {
        if (dropped.test(head.space())) {
            return;
        }
        EntityKey key = head.entity(bytes);
        if (!tenures.counts(key, head.tenure())) {
            return;
        }
        shards[key.shard(shards.length)].recovered(
                head,
                bytes,
                key.hash(),
                Location.pack(segment.slot(), offset, paddedLength),
                marks.isMarked(offset));
    }

    /**
     * Ends the segments that have no orderly end, and gives back what they do not need. What was
     * lost must be known durably before, and directory changes of earlier runs must be durable.
     */
    void finish(FailStop failStop) throws IOException {
        for (Segment ended : log.finish(failStop)) {
            ended.handle().truncate((long) ended.end() + RecordFormat.SEAL_BYTES);
        }
    }

    /** The segments, and the files of earlier runs that wait for their next use. */
    SegmentRecovery log() {
        return log;
    }

    /** Sealed segments that have no hint file; known once {@link #finish} was called. */
    List<Segment> unhinted() {
        return scanned.stream().filter(s -> s.isSealed() && !s.isDamaged()).toList();
    }
}
