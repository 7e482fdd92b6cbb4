package io.paxosstore.log.journal;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFileTable;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.record.SegmentScanner;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Rebuilds the shards' indexes at start: loads the checkpoint, then scans the roll files from its
 * position on. Without a checkpoint all files are scanned; that gives the same but for what a later
 * checkpoint alone knows.
 *
 * <p>Nothing is ever appended to a roll file of an earlier run. The last write of such a file may
 * be visible without being durable: the process was killed before its fsync, or the fsync failed
 * and the kernel dropped the error. So it is written again and forced before anybody relies on it.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final int ID_DIGITS = 16;

    /** A file and how its scan ended. */
    private record Scanned(RollFile file, SegmentScanner.Result result) {}

    /** A record with a damaged value. */
    private record BadValue(EntityKey key, long entry, long location) {}

    private final FileSystem fs;
    private final JournalConfig config;
    private final FileList list;
    private final RecordFileTable<RollFile> files;
    private final JournalShard[] shards;
    private final IntPredicate droppedSpaces;

    private final List<FileDamage> damage = new ArrayList<>();
    private final TreeMap<Long, RollFile> present = new TreeMap<>();
    private final SortedSet<Long> missingIds = new TreeSet<>();
    private final List<Path> freeFiles = new ArrayList<>();
    private final List<Path> unlisted = new ArrayList<>();
    private final List<Path> temporary = new ArrayList<>();
    private final List<Scanned> scanned = new ArrayList<>();
    private final List<BadValue> badValues = new ArrayList<>();
    private final List<RollFile> empty = new ArrayList<>();
    private long start;
    private long end;
    private long idMax;
    private long scannedBytes;

    Recovery(
            FileSystem fs,
            JournalConfig config,
            FileList list,
            RecordFileTable<RollFile> files,
            JournalShard[] shards,
            IntPredicate droppedSpaces) {
        this.fs = fs;
        this.config = config;
        this.list = list;
        this.files = files;
        this.shards = shards;
        this.droppedSpaces = droppedSpaces;
    }

    /** Reads everything; changes nothing on the disk. */
    void scan() throws IOException {
        findFiles();
        openFiles();
        loadCheckpoint();
        boolean ended = false;
        long scannedTo = JournalPosition.fileId(start);
        for (RollFile file : present.values()) {
            if (file.id() >= JournalPosition.fileId(start)) {
                if (!missingIds.subSet(Math.min(scannedTo, file.id()), file.id()).isEmpty()) {
                    recordsMayBeLost();
                }
                ended = scan(file, ended);
                scannedTo = file.id();
            } else {
                file.setEnd((int) file.sizeBytes());
                file.setSealed();
            }
        }
        for (Scanned found : scanned) {
            if (!found.result().sealed() && !isNewest(found.file())) {
                report(FileDamage.Kind.MISSING_SEAL, found.file().file(), found.result().end(), 0);
            }
        }
        findAmnesia();
        findEnd();
    }

    private void findFiles() throws IOException {
        for (Path file : fs.list(config.directory())) {
            String name = String.valueOf(file.getFileName());
            long id = SegmentPool.idOf(file);
            if (id >= 0) {
                unlisted.add(file);
            } else if (name.startsWith(SegmentPool.FREE_PREFIX)) {
                freeFiles.add(file);
                String digits = name.substring(SegmentPool.FREE_PREFIX.length());
                String head = digits.substring(0, Math.min(ID_DIGITS, digits.length()));
                id = SegmentPool.idOf(Path.of(head + SegmentPool.SEGMENT_SUFFIX));
            } else if (name.endsWith(AtomicFile.TEMPORARY_SUFFIX)) {
                temporary.add(file);
            }
            idMax = Math.max(idMax, id);
        }
    }

    private void openFiles() throws IOException {
        SortedSet<Long> listed = new TreeSet<>(list.ids());
        boolean unknown = list.found() == FileList.Found.DAMAGED;
        boolean missing = list.found() == FileList.Found.MISSING && !unlisted.isEmpty();
        if (unknown || missing) {
            report(FileDamage.Kind.BAD_LIST, list.file(), 0, 0);
            unlisted.forEach(file -> listed.add(SegmentPool.idOf(file)));
        }
        for (long id : listed) {
            idMax = Math.max(idMax, id);
            Path file = config.directory().resolve(SegmentPool.fileName(id));
            if (unlisted.remove(file)) {
                openFile(id, file);
            } else {
                report(FileDamage.Kind.MISSING_FILE, file, 0, 0);
                missingIds.add(id);
            }
        }
    }

    private void openFile(long id, Path file) throws IOException {
        FileHandle handle = fs.open(file, OpenMode.WRITE);
        long size = handle.size();
        RollFileHeader header = readHeader(handle);
        if (header == null || header.id() != id) {
            // The name states the id, so the records can be checked without the header.
            report(FileDamage.Kind.BAD_HEADER, file, 0, RollFileHeader.BYTES);
        } else if (!header.store().equals(config.store())) {
            report(FileDamage.Kind.FOREIGN_FILE, file, 0, size);
            handle.close();
            return;
        }
        RollFile opened = new RollFile(id, file, handle, size);
        files.add(opened);
        present.put(id, opened);
    }

    private static @Nullable RollFileHeader readHeader(FileHandle handle) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(RollFileHeader.BYTES);
        while (block.hasRemaining()) {
            if (handle.read(block, block.position()) < 0) {
                return null;
            }
        }
        return RollFileHeader.decode(block.array());
    }

    private void loadCheckpoint() throws IOException {
        Path file = config.directory().resolve(CheckpointFormat.FILE);
        if (!fs.exists(file)) {
            return;
        }
        long position = CheckpointReader.check(fs, file, config.store());
        if (position == CheckpointReader.NONE) {
            report(FileDamage.Kind.BAD_CHECKPOINT, file, 0, 0);
            return;
        }
        start = position;
        idMax = Math.max(idMax, JournalPosition.fileId(position));
        CheckpointReader.load(fs, file, config.store(), new Loader());
    }

    /** Puts what a checkpoint says into the indexes. */
    private final class Loader implements CheckpointFormat.Loader {
        private @Nullable JournalShard shard;
        private int ref;

        @Override
        public void entity(EntityKey key, long version, long proven, long durable, long life) {
            shard = null;
            if (droppedSpaces.test(key.space())) {
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
        public void entry(long entry, boolean chosen, long fileId, int offset, int length) {
            RollFile file = present.get(fileId);
            // A file that was dropped since the checkpoint: nothing in it is needed.
            if (shard != null && file != null) {
                long location = Location.pack(file.slot(), offset, length);
                shard.live().restore(ref, entry, chosen, location);
            }
        }
    }

    private JournalShard shardOf(EntityKey key) {
        return shards[key.shard(shards.length)];
    }

    /**
     * Scans a file.
     *
     * @param ended whether the file before it has no seal: then nothing was written to this one,
     *     and a look at its begin is enough
     * @return whether this one has no seal
     */
    private boolean scan(RollFile file, boolean ended) throws IOException {
        int size = (int) Math.min(Location.SEGMENT_BYTES_MAX, file.sizeBytes());
        int from = RollFileHeader.BYTES;
        if (file.id() == JournalPosition.fileId(start)) {
            from = Math.max(from, JournalPosition.offset(start));
        }
        SegmentScanner scanner = new SegmentScanner(file, from, size);
        SegmentScanner.Result result;
        if (ended && scanner.isBlank()) {
            result = new SegmentScanner.Result(from, false, from, 0, false);
        } else {
            boolean[] lossBefore = {ended};
            result =
                    scanner.scan(
                            (head, bytes, offset) -> {
                                if (lossBefore[0]) { // what is written after the seal is missed
                                    lossBefore[0] = false;
                                    recordsMayBeLost();
                                }
                                takeIn(file, head, bytes, offset);
                            },
                            found -> damaged(file, FileDamage.of(file.file(), found)));
        }
        file.setEnd(result.end());
        scannedBytes += result.end() - from;
        scanned.add(new Scanned(file, result));
        return !result.sealed();
    }

    private void takeIn(RollFile file, RecordHead head, byte[] bytes, int offset) {
        if (droppedSpaces.test(head.space())) {
            return;
        }
        EntityKey key = head.entity(bytes);
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
                        Location.pack(file.slot(), offset, head.paddedLength()));
    }

    private void damaged(RollFile file, FileDamage found) {
        damage.add(found);
        EntityKey key = found.entity();
        if (key != null) {
            int offset = (int) found.offset();
            long location = Location.pack(file.slot(), offset, (int) found.bytes());
            badValues.add(new BadValue(key, found.entry(), location));
        } else if (found.isNamelessLoss()) {
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
                    damage.add(
                            new FileDamage(
                                    FileDamage.Kind.MISSING_RECORD,
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

    /** Whether no later file was written to. */
    private boolean isNewest(RollFile file) {
        for (RollFile later : present.tailMap(file.id(), false).values()) {
            if (later.isUsed()) {
                return false;
            }
        }
        return true;
    }

    private void findEnd() {
        end = start;
        for (Scanned found : scanned) {
            if (found.file().isUsed()) {
                long place = JournalPosition.of(found.file().id(), found.result().end());
                end = Math.max(end, place);
            }
        }
    }

    /**
     * Brings the directory into order: ends the files that have no orderly end, deletes what means
     * nothing. What was lost must be known durably before, and directory changes of earlier runs
     * must be durable.
     */
    void finish(FailStop failStop) throws IOException {
        for (Path file : temporary) {
            if (fs.exists(file)) {
                fs.delete(file);
            }
        }
        for (Path file : unlisted) {
            deleteOwn(file);
        }
        for (Scanned found : scanned) {
            RollFile file = found.file();
            SegmentScanner.Result result = found.result();
            boolean newest = isNewest(file);
            if (newest && !result.sealed() && !file.isUsed()) {
                empty.add(file);
                continue;
            }
            if (newest && !result.sealed()) {
                rewriteLastWrite(file, result, failStop);
            }
            if (newest || result.sealed()) {
                writeSeal(file, result, failStop);
            }
            file.setSealed();
        }
        empty.forEach(file -> present.remove(file.id()));
        failStop.guard(() -> fs.syncDirectory(config.directory()));
    }

    /** A roll file that was being prepared or dropped goes; one of another store stays. */
    private void deleteOwn(Path file) throws IOException {
        RollFileHeader header;
        try (FileHandle handle = fs.open(file, OpenMode.READ)) {
            header = readHeader(handle);
        }
        if (header == null || header.store().equals(config.store())) {
            fs.delete(file);
        } else {
            LOG.warn("journal.foreign file={} store={}", file, header.store());
        }
    }

    private static void rewriteLastWrite(
            RollFile file, SegmentScanner.Result result, FailStop failStop) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(result.end() - result.lastWrite());
        while (last.hasRemaining()) {
            int read = file.handle().read(last, (long) result.lastWrite() + last.position());
            if (read < 0) {
                throw new IOException(file.file() + " became shorter while it was read");
            }
        }
        file.handle().write(last.flip(), result.lastWrite());
        failStop.guard(file.handle()::force);
    }

    private static void writeSeal(RollFile file, SegmentScanner.Result result, FailStop failStop)
            throws IOException {
        ByteBuffer seal = RecordFormat.seal(file.id(), result.end(), result.records());
        file.handle().write(seal, result.end());
        failStop.guard(file.handle()::force);
    }

    private void report(FileDamage.Kind kind, Path file, long offset, long bytes) {
        damage.add(new FileDamage(kind, file, offset, bytes, null, 0));
    }

    /** What was found damaged. */
    List<FileDamage> damage() {
        return damage;
    }

    /** The ids of the roll files that hold something. */
    SortedSet<Long> presentIds() {
        return new TreeSet<>(present.keySet());
    }

    /** Where the scan began: the checkpoint's position. */
    long start() {
        return start;
    }

    /** The end of the journal. */
    long end() {
        return end;
    }

    /** A file id that was never used. */
    long nextId() {
        return idMax + 1;
    }

    /** Roll files that were prepared and not used. */
    List<RollFile> emptyFiles() {
        return empty;
    }

    /** Retired files. */
    List<Path> freeFiles() {
        return freeFiles;
    }

    /** How many bytes were scanned. */
    long scannedBytes() {
        return scannedBytes;
    }
}
