package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.ReadOnlyFileSystem;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordDamage;
import io.paxosstore.log.record.RecordFileTable;
import io.paxosstore.log.record.SegmentScanner;
import io.paxosstore.protocol.key.EntityKey;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.IntPredicate;

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
    public record Finding(FileDamage damage, boolean loss) {}

    /**
     * Figures of a journal.
     *
     * @param files roll files
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

    private final FileList list;
    private final RecordFileTable<RollFile> files;
    private final JournalShard shard;
    private final Recovery recovery;

    private JournalInspector(
            FileList list, RecordFileTable<RollFile> files, JournalShard shard, Recovery recovery) {
        this.list = list;
        this.files = files;
        this.shard = shard;
        this.recovery = recovery;
    }

    /**
     * Opens a journal and reads what a start would read.
     *
     * @param store the identity of the store that the journal should belong to
     * @param droppedSpaces spaces whose entries do not count
     * @throws IOException if it cannot be read
     */
    public static JournalInspector open(
            FileSystem fs, Path directory, UUID store, IntPredicate droppedSpaces)
            throws IOException {
        FileSystem reading = new ReadOnlyFileSystem(fs);
        JournalConfig config = JournalConfig.of(directory, store, 1, 1).withoutThreads();
        FailStop failStop = new FailStop(StorageEngine.Listener.NONE);
        FileList list = FileList.read(reading, directory, failStop);
        RecordFileTable<RollFile> files = new RecordFileTable<>(RollFile[]::new);
        JournalShard shard = new JournalShard(0, config, files, new NoHost());
        JournalShard[] shards = {shard};
        Recovery recovery = new Recovery(reading, config, list, files, shards, droppedSpaces);
        boolean opened = false;
        try {
            recovery.scan();
            opened = true;
            return new JournalInspector(list, files, shard, recovery);
        } finally {
            if (!opened) {
                files.close();
            }
        }
    }

    /** Checks every file, record and checksum. */
    public List<Finding> verify() throws IOException {
        List<Finding> findings = new ArrayList<>();
        if (!list.isWhole()) {
            findings.add(finding(FileDamage.Kind.BAD_COPY, list.file(), 0));
        }
        for (FileDamage damage : recovery.damage()) {
            boolean needed = damage.kind() != FileDamage.Kind.BAD_VALUE || isNeeded(damage);
            findings.add(new Finding(damage, damage.kind().isLoss() && needed));
        }
        for (RollFile file : files.all()) {
            if (file.id() <= JournalPosition.fileId(recovery.start())) {
                verifyBeforeCheckpoint(file, findings);
            }
        }
        return findings;
    }

    private static Finding finding(FileDamage.Kind kind, Path file, long offset) {
        return new Finding(new FileDamage(kind, file, offset, 0, null, 0), kind.isLoss());
    }

    /** Whether the index refers to a record whose value is damaged. */
    private boolean isNeeded(FileDamage damage) {
        EntityKey key = damage.entity();
        int ref = key == null ? EntityIndex.NONE : shard.index().find(key);
        return ref != EntityIndex.NONE && shard.index().isDamaged(ref);
    }

    /** What the checkpoint covers is lost only if an entry that it names lies there. */
    private void verifyBeforeCheckpoint(RollFile file, List<Finding> findings) throws IOException {
        boolean started = file.id() == JournalPosition.fileId(recovery.start());
        long limit = started ? JournalPosition.offset(recovery.start()) : file.sizeBytes();
        List<RecordDamage> found = new ArrayList<>();
        SegmentScanner.Result result = scan(file, (head, bytes, offset) -> {}, found);
        for (RecordDamage damage : found) {
            if (damage.offset() < limit) {
                FileDamage named = FileDamage.of(file.file(), damage);
                findings.add(new Finding(named, isLive(file, damage.offset(), damage.bytes())));
            }
        }
        if (!started && !result.sealed()) {
            boolean loss = isLive(file, result.end(), file.sizeBytes() - result.end());
            Finding seal = finding(FileDamage.Kind.MISSING_SEAL, file.file(), result.end());
            findings.add(new Finding(seal.damage(), loss));
        }
    }

    private static SegmentScanner.Result scan(
            RollFile file, SegmentScanner.Visitor visitor, List<RecordDamage> damage)
            throws IOException {
        int size = (int) Math.min(Location.SEGMENT_BYTES_MAX, file.sizeBytes());
        return new SegmentScanner(file, RollFileHeader.BYTES, size).scan(visitor, damage::add);
    }

    /** Whether a record that is still needed touches these bytes. */
    private boolean isLive(RollFile file, long from, long bytes) {
        boolean[] live = {false};
        live((entry, location) ->
                live[0] |=
                        Location.slot(location) == file.slot()
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
        for (RollFile file : files.all()) {
            fileBytes += file.sizeBytes();
            if (file.isUsed()) {
                scan(
                        file,
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
                files.all().size(),
                fileBytes,
                counts[0],
                counts[1],
                shard.index().size(),
                live[0],
                live[1],
                recovery.start() > 0);
    }

    /** The newest entry of an entity that is known to be chosen; 0 for none. */
    public long newest(EntityKey key) {
        int ref = shard.index().find(key);
        return ref == EntityIndex.NONE ? 0 : shard.index().version(ref);
    }

    /** Closes the files. */
    @Override
    public void close() throws IOException {
        files.close();
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
        public long stampBase() {
            return 0;
        }
    }
}
