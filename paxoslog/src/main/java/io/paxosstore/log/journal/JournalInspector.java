package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.ReadOnlyFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordDamage;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentScanner;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.IntPredicate;
import java.util.function.ObjLongConsumer;

/**
 * Looks at a journal that no process has open; changes nothing. The caller holds the lock of the
 * store that it belongs to. Used by one thread.
 *
 * <p>It reads what a start would read, and beyond that the files that a checkpoint spares a start.
 */
public final class JournalInspector implements AutoCloseable {
    /**
     * Damage, and what it costs.
     *
     * @param loss whether something is lost that is still needed
     */
    public record Finding(DamageReport damage, boolean loss) {}

    /**
     * Figures of a journal.
     *
     * @param files segments
     * @param fileBytes what they take on the disk, empty parts included
     * @param records records in them
     * @param recordBytes their bytes
     * @param entities of which entries are known
     * @param liveEntries entries that are still needed
     * @param liveBytes bytes of their records
     * @param checkpointed whether there is a sound checkpoint
     */
    public record Figures(
            int files,
            long fileBytes,
            long records,
            long recordBytes,
            int entities,
            long liveEntries,
            long liveBytes,
            boolean checkpointed) {}

    private final SegmentTable segments;
    private final JournalShard shard;
    private final Recovery recovery;
    private final List<DamageReport> damage;

    private JournalInspector(
            SegmentTable segments,
            JournalShard shard,
            Recovery recovery,
            List<DamageReport> damage) {
        this.segments = segments;
        this.shard = shard;
        this.recovery = recovery;
        this.damage = damage;
    }

    /**
     * Opens a journal and reads what a start would read.
     *
     * @param store the identity of the store that the journal should belong to
     * @param droppedSpaces spaces whose entries do not count
     * @param tenures which entries of slots count
     * @throws IOException if it cannot be read
     */
    public static JournalInspector open(
            FileSystem fs,
            Path directory,
            UUID store,
            IntPredicate droppedSpaces,
            SlotTenures tenures)
            throws IOException {
        FileSystem reading = new ReadOnlyFileSystem(fs);
        JournalConfig config = JournalConfig.of(directory, store, 1, 1).withoutThreads();
        FailStop failStop = new FailStop(StorageEngine.Listener.NONE);
        SegmentTable segments = new SegmentTable();
        JournalShard shard = new JournalShard(0, config, segments, new NoHost());
        JournalShard[] shards = {shard};
        List<DamageReport> damage = new ArrayList<>();
        Recovery recovery =
                new Recovery(
                        reading,
                        config,
                        segments,
                        shards,
                        droppedSpaces,
                        tenures,
                        failStop,
                        damage::add);
        boolean opened = false;
        try {
            recovery.scan();
            opened = true;
            return new JournalInspector(segments, shard, recovery, damage);
        } finally {
            if (!opened) {
                segments.close();
            }
        }
    }

    /** Checks every file, record and checksum. */
    public List<Finding> verify() throws IOException {
        List<Finding> findings = new ArrayList<>();
        for (DamageReport found : damage) {
            boolean needed = found.kind() != DamageReport.Kind.BAD_VALUE || isNeeded(found);
            findings.add(new Finding(found, found.kind().isLoss() && needed));
        }
        for (Segment segment : segments.all()) {
            if (segment.id() <= JournalPosition.segmentId(recovery.start())) {
                verifyBeforeCheckpoint(segment, findings);
            }
        }
        return findings;
    }

    /** Whether the index refers to a record whose value is damaged. */
    private boolean isNeeded(DamageReport found) {
        EntityKey key = found.entity();
        int ref = key == null ? EntityIndex.NONE : shard.index().find(key);
        return ref != EntityIndex.NONE && shard.index().isDamaged(ref);
    }

    /** What the checkpoint covers is lost only if an entry that it names lies there. */
    private void verifyBeforeCheckpoint(Segment segment, List<Finding> findings)
            throws IOException {
        boolean started = segment.id() == JournalPosition.segmentId(recovery.start());
        long size = segment.openedBytes();
        long limit = started ? JournalPosition.offset(recovery.start()) : size;
        List<RecordDamage> found = new ArrayList<>();
        SegmentScanner.Result result = scan(segment, (head, bytes, offset) -> {}, found);
        for (RecordDamage what : found) {
            if (what.offset() < limit) {
                DamageReport told = DamageReport.of(segment.file(), what);
                findings.add(new Finding(told, isLive(segment, what.offset(), what.bytes())));
            }
        }
        if (!started && !result.sealed()) {
            DamageReport told =
                    new DamageReport(
                            DamageReport.Kind.MISSING_SEAL,
                            segment.file(),
                            result.end(),
                            0,
                            null,
                            0);
            findings.add(new Finding(told, isLive(segment, result.end(), size - result.end())));
        }
    }

    private static SegmentScanner.Result scan(
            Segment segment, SegmentScanner.Visitor visitor, List<RecordDamage> damage)
            throws IOException {
        return SegmentScanner.ofFound(segment).scan(visitor, damage::add);
    }

    /** Whether a record that is still needed touches these bytes. */
    private boolean isLive(Segment segment, long from, long bytes) {
        boolean[] live = {false};
        live((entry, location) ->
                live[0] |=
                        Location.slot(location) == segment.slot()
                                && Location.offset(location) < from + bytes
                                && Location.offset(location) + Location.length(location) > from);
        return live[0];
    }

    private interface LiveVisitor {
        void live(long entry, long location);
    }

    private void live(LiveVisitor visitor) {
        EntityIndex index = shard.index();
        EntrySlots slots = index.slots();
        for (int ref = 0; ref < index.refLimit(); ref++) {
            if (index.isUsed(ref)) {
                for (int i = 0; i < slots.size(ref); i++) {
                    visitor.live(slots.entry(ref, i), slots.location(ref, i));
                }
            }
        }
    }

    /** Reads every file once and counts. */
    public Figures stat() throws IOException {
        long[] counts = new long[2];
        long fileBytes = 0;
        for (Segment segment : segments.all()) {
            fileBytes += segment.openedBytes();
            if (segment.isUsed()) {
                scan(
                        segment,
                        (head, bytes, offset) -> {
                            counts[0]++;
                            counts[1] += head.paddedLength();
                        },
                        new ArrayList<>());
            }
        }
        long[] live = new long[2];
        live((entry, location) -> {
            live[0]++;
            live[1] += Location.length(location);
        });
        return new Figures(
                segments.all().size(),
                fileBytes,
                counts[0],
                counts[1],
                shard.index().size(),
                live[0],
                live[1],
                recovery.start() > 0);
    }

    /** Whether there is nothing at all: neither files nor their list. */
    public boolean isNew() {
        return recovery.isFresh();
    }

    /**
     * Shows every entity of which anything is held, with the newest entry that is known to be
     * chosen: 0 for none, as where the data alone knows it.
     */
    public void entities(ObjLongConsumer<EntityKey> visitor) {
        EntityIndex index = shard.index();
        for (int ref = 0; ref < index.refLimit(); ref++) {
            if (index.isUsed(ref)) {
                visitor.accept(index.key(ref), index.version(ref));
            }
        }
    }

    /** See {@link JournalShard#replay}. */
    public long replay(EntityKey key, long from, EntryVisitor visitor) {
        return shard.replay(key, from, visitor);
    }

    /** The newest entry of an entity that is known to be chosen; 0 for none. */
    public long newest(EntityKey key) {
        int ref = shard.index().find(key);
        return ref == EntityIndex.NONE ? 0 : shard.index().version(ref);
    }

    /** Closes the files. */
    @Override
    public void close() throws IOException {
        segments.close();
    }

    /** A shard that is only looked at asks nothing of its journal. */
    private static final class NoHost implements JournalHost {
        @Override
        public boolean isBegun() {
            return false;
        }

        @Override
        public void submit(JournalBatch batch) {
            throw new IllegalStateException("This journal is read only.");
        }

        @Override
        public void wake(int shard) {}

        @Override
        public void answered() {}

        @Override
        public void damaged(int shard, EntityKey key) {}

        @Override
        public boolean isDropped(int space) {
            return false;
        }

        @Override
        public int tenure(EntityKey key) {
            return 0;
        }

        @Override
        public long stampBase() {
            return 0;
        }
    }
}
