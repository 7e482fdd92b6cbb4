package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentList;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.log.segment.SegmentRecovery;
import io.paxosstore.log.segment.SegmentScanner;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Rebuilds the shards' indexes at start: loads the checkpoint, then scans the segments from its
 * position on. Without a checkpoint all segments are scanned; that gives the same but for what a
 * later checkpoint alone knows.
 *
 * <p>Only listed segments are read: one that was dropped must not be read again, since of the
 * records of an entry the last one counts.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    /** A record with a damaged value. */
    private record BadValue(EntityKey key, long entry, long location) {}

    private final FileSystem fs;
    private final JournalConfig config;
    private final JournalShard[] shards;
    private final IntPredicate droppedSpaces;
    private final SlotTenures tenures;
    private final Consumer<DamageReport> damage;
    private final SegmentRecovery log;
    private final SegmentList list;
    private final boolean fresh;

    private final SortedSet<Long> listed;
    private final List<BadValue> badValues = new ArrayList<>();
    private boolean checkpointLost;
    private long start;
    private long end;
    private long scannedBytes;

    /**
     * Finds the files and reads their list; changes nothing.
     *
     * @param segments gets the segments that are opened
     * @param damage told of everything that is wrong
     */
    Recovery(
            FileSystem fs,
            JournalConfig config,
            SegmentTable segments,
            JournalShard[] shards,
            IntPredicate droppedSpaces,
            SlotTenures tenures,
            FailStop failStop,
            Consumer<DamageReport> damage)
            throws IOException {
        this.fs = fs;
        this.config = config;
        this.shards = shards;
        this.droppedSpaces = droppedSpaces;
        this.tenures = tenures;
        this.damage = damage;
        Path directory = config.directory();
        this.log = new SegmentRecovery(fs, config.segments(), segments, damage);
        this.fresh =
                log.fileIds().isEmpty() && !fs.exists(directory.resolve(Journal.FORMAT.listFile()));
        this.list = SegmentList.read(fs, directory, Journal.FORMAT, failStop, fresh, damage);
        this.listed = list.isLost() ? log.fileIds() : list.ids();
    }

    /** Reads everything; changes nothing on the disk. */
    void scan() throws IOException {
        log.open(listed);
        SortedSet<Long> missing = log.reportMissing(listed);
        loadCheckpoint();
        boolean ended = false;
        long scannedTo = JournalPosition.segmentId(start);
        for (Segment segment : log.present()) {
            if (segment.id() >= JournalPosition.segmentId(start)) {
                if (!missing.subSet(Math.min(scannedTo, segment.id()), segment.id()).isEmpty()) {
                    recordsMayBeLost();
                }
                if (checkpointLost && segment.id() > scannedTo + 1) {
                    recordsWereDropped(segment.id());
                }
                ended = scan(segment, ended);
                scannedTo = segment.id();
            } else {
                segment.setEnd((int) segment.openedBytes());
                segment.setSealed();
            }
        }
        log.reportMissingSeals();
        if (checkpointLost) {
            for (JournalShard shard : shards) {
                shard.live().endOfGaps();
            }
        }
        findAmnesia();
        findEnd();
    }

    private void loadCheckpoint() throws IOException {
        Path file = config.directory().resolve(CheckpointFormat.FILE);
        boolean isThere = fs.exists(file);
        list.assumeDropped(isThere);
        long position =
                isThere ? CheckpointReader.check(fs, file, config.store()) : CheckpointReader.NONE;
        if (position == CheckpointReader.NONE) {
            checkpointLost = list.hasDropped();
            if (isThere || checkpointLost) {
                damage.accept(
                        new DamageReport(DamageReport.Kind.BAD_CHECKPOINT, file, 0, 0, null, 0));
            }
            return;
        }
        start = position;
        log.used(JournalPosition.segmentId(position));
        CheckpointReader.load(fs, file, config.store(), new Loader());
    }

    /** Puts what a checkpoint says into the indexes. */
    private final class Loader implements CheckpointFormat.Loader {
        private @Nullable JournalShard shard;
        private int ref;

        @Override
        public void entity(
                EntityKey key, long version, long proven, long durable, long life, int tenure) {
            shard = null;
            if (droppedSpaces.test(key.space()) || !tenures.counts(key, tenure)) {
                return;
            }
            JournalShard owner = shardOf(key);
            EntityIndex index = owner.index();
            ref = index.findOrAdd(key);
            index.setVersion(ref, version);
            index.setProven(ref, proven);
            index.setDurable(ref, durable);
            index.setLife(ref, life);
            shard = owner;
        }

        @Override
        public void entry(long entry, boolean chosen, long segmentId, int offset, int length) {
            Segment segment = log.present(segmentId);
            // One that was dropped since the checkpoint: nothing in it is needed.
            if (shard != null && segment != null) {
                long location = Location.pack(segment.slot(), offset, length);
                shard.live().restore(ref, entry, chosen, location);
            }
        }
    }

    private JournalShard shardOf(EntityKey key) {
        return shards[key.shard(shards.length)];
    }

    /**
     * Scans a segment.
     *
     * @param ended whether the segment before it has no seal: then nothing was written to this one,
     *     and a look at its begin is enough
     * @return whether this one has no seal
     */
    private boolean scan(Segment segment, boolean ended) throws IOException {
        int from = SegmentHeader.BYTES;
        if (segment.id() == JournalPosition.segmentId(start)) {
            from = Math.max(from, JournalPosition.offset(start));
        }
        if (ended && log.passIfBlank(segment, from)) {
            return true;
        }
        boolean[] lossBefore = {ended};
        SegmentScanner.Result result =
                log.scan(
                        segment,
                        from,
                        (head, bytes, offset) -> {
                            if (lossBefore[0]) { // what is written after the seal is missed
                                lossBefore[0] = false;
                                recordsMayBeLost();
                            }
                            takeIn(segment, head, bytes, offset);
                        },
                        found -> damaged(segment, found));
        scannedBytes += result.end() - from;
        return !result.sealed();
    }

    private void takeIn(Segment segment, RecordHead head, byte[] bytes, int offset) {
        if (droppedSpaces.test(head.space())) {
            return;
        }
        EntityKey key = head.entity(bytes);
        if (!tenures.counts(key, head.tenure())) {
            return;
        }
        JournalShard shard = shardOf(key);
        int ref = shard.index().findOrAdd(key);
        boolean rebuilt = head.isRebuilt() && head.stamp() > shard.index().life(ref);
        if (rebuilt) {
            shard.index().setDamaged(ref, false);
        }
        shard.live()
                .take(
                        ref,
                        head.entry(),
                        head.version(),
                        head.isChosen(),
                        head.stamp(),
                        rebuilt,
                        Location.pack(segment.slot(), offset, head.paddedLength()));
    }

    private void damaged(Segment segment, DamageReport found) {
        EntityKey key = found.entity();
        if (key != null) {
            int offset = (int) found.offset();
            long location = Location.pack(segment.slot(), offset, (int) found.bytes());
            badValues.add(new BadValue(key, found.entry(), location));
        } else if (found.kind().isNameless()) {
            recordsMayBeLost();
        }
    }

    /**
     * Here in the journal records of any entity may be missing (Rule D5). A later record that
     * states a version proves what the last record of that entry says; if that one is lost, an
     * older one, of a value that may have lost, must not pass for it.
     */
    private void recordsMayBeLost() {
        for (JournalShard shard : shards) {
            shard.live().dropUnchosen();
        }
    }

    /** Only a checkpoint lets segments be dropped, and it tells what was chosen before. */
    private void recordsWereDropped(long beforeSegment) {
        for (JournalShard shard : shards) {
            shard.live().gapBefore(beforeSegment);
        }
    }

    /** Rule D5: the entities that need a damaged or a missing record. */
    private void findAmnesia() {
        for (BadValue bad : badValues) {
            JournalShard shard = shardOf(bad.key());
            int ref = shard.index().find(bad.key());
            if (ref != EntityIndex.NONE
                    && shard.live().location(ref, bad.entry()) == bad.location()) {
                shard.index().setDamaged(ref, true);
            }
        }
        for (JournalShard shard : shards) {
            EntityIndex index = shard.index();
            for (int ref = 0; ref < index.refLimit(); ref++) {
                if (index.isUsed(ref)) {
                    shard.stampSeen(index.life(ref));
                }
                if (index.isUsed(ref) && shard.live().isIncomplete(ref)) {
                    index.setDamaged(ref, true);
                    damage.accept(
                            new DamageReport(
                                    DamageReport.Kind.MISSING_RECORD,
                                    config.directory(),
                                    0,
                                    0,
                                    index.key(ref),
                                    index.proven(ref)));
                }
            }
            shard.publishCounts();
        }
    }

    private void findEnd() {
        end = start;
        for (Segment segment : log.present()) {
            if (segment.isUsed()) {
                end = Math.max(end, JournalPosition.of(segment.id(), segment.end()));
            }
        }
    }

    /**
     * Brings the directory into order: ends the segments that have no orderly end, deletes what
     * means nothing. What was lost must be known durably before, and directory changes of earlier
     * runs must be durable.
     */
    void finish(FailStop failStop) throws IOException {
        log.deleteTemporaryFiles();
        SortedSet<Long> unlisted = new TreeSet<>(log.fileIds());
        unlisted.removeAll(listed);
        for (long id : unlisted) {
            deleteOwn(config.directory().resolve(SegmentPool.fileName(id)));
        }
        log.finish(failStop);
        failStop.guard(() -> fs.syncDirectory(config.directory()));
        list.replace(log.presentIds());
    }

    /** A segment that was being prepared or dropped goes; one of another store stays. */
    private void deleteOwn(Path file) throws IOException {
        SegmentHeader header;
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            header = SegmentHeader.read(handle, Journal.FORMAT);
        }
        if (header == null || header.store().equals(config.store())) {
            fs.delete(file);
        } else {
            LOG.warn("journal.foreign file={} store={}", file, header.store());
        }
    }

    /** The segments, and the files of earlier runs that wait for their next use. */
    SegmentRecovery log() {
        return log;
    }

    /** The segments that must be there. */
    SegmentList list() {
        return list;
    }

    /** Whether nothing was there at all. */
    boolean isFresh() {
        return fresh;
    }

    /** Where the scan began: the checkpoint's position. */
    long start() {
        return start;
    }

    /** The end of the journal. */
    long end() {
        return end;
    }

    /** How many bytes were scanned. */
    long scannedBytes() {
        return scannedBytes;
    }
}
