package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.SegmentPool;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileHandle;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.OpenMode;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.IdentityInspector;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.SmallFileLosses;
import io.paxosstore.log.identity.StoreIdentity;
import io.paxosstore.log.identity.StoreOpenException;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFileTable;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.record.RecordReader;
import io.paxosstore.log.record.SegmentScanner;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Looks at the files of a store that no process has open; changes nothing. Used by one thread.
 *
 * <p>Holds the store's lock from {@link #open} to {@link #close}, so that no server starts
 * meanwhile.
 */
public final class StoreInspector implements AutoCloseable {
    /** What {@link #verify} found, worst last. */
    public enum Verdict {
        /** All checks passed. */
        SOUND(0),
        /** There is damage that costs nothing: the next start repairs it, or passes over it. */
        HARMLESS_DAMAGE(1),
        /** Records are lost, or may be: the next start has them rebuilt from the other nodes. */
        LOSS(2);

        private final int exitCode;

        Verdict(int exitCode) {
            this.exitCode = exitCode;
        }

        /** What a command ends with that verifies a store. */
        public int exitCode() {
            return exitCode;
        }
    }

    /**
     * A record, as it lies there; not necessarily one that counts.
     *
     * @param bytes its length on disk, padding included
     * @param stamp not 0 if it was written while its entity was amnesiac
     * @param payloadBytes length of the value; -1 when it has none
     * @param checksum of the value, the same on every node that holds it; 0 when it has none
     * @param intact whether its value checks, too
     * @param value the value; null when it has none
     */
    public record RecordLine(
            Path file,
            int offset,
            int bytes,
            EntityKey key,
            long entry,
            long version,
            long promised,
            long accepted,
            boolean chosen,
            boolean rebuilt,
            long stamp,
            int payloadBytes,
            int checksum,
            boolean intact,
            @Nullable EntryValue value) {}

    /**
     * Figures of a store.
     *
     * @param identity whose store it is
     * @param records records in all segments
     * @param recordBytes their bytes
     * @param keys entities of which something is held
     * @param liveBytes bytes of the records that count
     * @param hints segments with a hint file
     * @param peers what is remembered of the other nodes, by node id
     */
    public record Figures(
            StoreIdentity identity,
            int segments,
            int hints,
            long records,
            long recordBytes,
            long keys,
            long liveBytes,
            int droppedSpaces,
            SortedMap<Integer, Remembered> peers) {}

    private final FileSystem fs;
    private final Path directory;
    private final IdentityInspector identity;
    private final FailStop failStop = new FailStop(StorageEngine.Listener.NONE);

    private StoreInspector(FileSystem fs, Path directory, IdentityInspector identity) {
        this.fs = fs;
        this.directory = directory;
        this.identity = identity;
    }

    /**
     * Takes the store's lock.
     *
     * @throws StoreOpenException with one sentence, if there is no store or a process has it open
     */
    public static StoreInspector open(FileSystem fs, Path directory) throws IOException {
        return new StoreInspector(fs, directory, IdentityInspector.open(fs, directory));
    }

    /**
     * Checks every file, record, seal and hint.
     *
     * @param problems told of everything that is wrong
     */
    public Verdict verify(Consumer<DamageReport> problems) throws IOException {
        Verdict[] worst = {Verdict.SOUND};
        Consumer<DamageReport> seen =
                report -> {
                    boolean loss = report.kind().isLoss();
                    Verdict verdict = loss ? Verdict.LOSS : Verdict.HARMLESS_DAMAGE;
                    worst[0] = verdict.compareTo(worst[0]) > 0 ? verdict : worst[0];
                    problems.accept(report);
                };
        UUID store = identity.identity(seen).storeId();
        identity.peers(seen);
        identity.droppedSpaces(seen);
        SegmentList list =
                SegmentList.read(fs, directory, failStop, false, new SmallFileLosses(seen));
        for (long id : list.ids()) {
            Path file = directory.resolve(SegmentPool.fileName(id));
            if (!fs.exists(file)) {
                seen.accept(report(DamageReport.Kind.MISSING_SEGMENT, file, 0));
            }
        }
        try (SegmentFiles files = segments()) {
            for (Segment segment : files.all()) {
                verify(segment, files, store, seen);
            }
        }
        return worst[0];
    }

    private void verify(
            Segment segment, SegmentFiles files, UUID store, Consumer<DamageReport> seen)
            throws IOException {
        SegmentHeader header = SegmentFiles.header(segment);
        if (header == null || header.id() != segment.id()) {
            seen.accept(report(DamageReport.Kind.BAD_SEGMENT_HEADER, segment.file(), 0));
        } else if (!header.store().equals(store)) {
            seen.accept(report(DamageReport.Kind.FOREIGN_SEGMENT, segment.file(), 0));
            return;
        }
        SegmentScanner.Result result = files.scan(segment, (head, bytes, offset) -> {}, seen);
        if (!result.sealed() && !files.isNewest(segment)) {
            seen.accept(report(DamageReport.Kind.MISSING_SEAL, segment.file(), result.end()));
        }
        Path hint = HintWriter.fileOf(segment.file());
        if (fs.exists(hint)
                && HintReader.read(fs, hint, segment.id(), (head, bytes, offset, length) -> {})
                        != result.end()) {
            seen.accept(report(DamageReport.Kind.BAD_HINT, hint, 0));
        }
    }

    private static DamageReport report(DamageReport.Kind kind, Path file, long offset) {
        return new DamageReport(kind, file, offset, 0, null, 0);
    }

    /**
     * Whether the store was not closed: its node was killed, or this is a copy of the directory of
     * a running node.
     */
    public boolean isOpen() throws IOException {
        return identity.identity(problem -> {}).open();
    }

    /** The identity of the store, which other files of the node name too. */
    public UUID storeId() throws IOException {
        return identity.identity(problem -> {}).storeId();
    }

    /** Which spaces were dropped: nothing that is held of them counts. */
    public IntPredicate droppedSpaces() throws IOException {
        return identity.droppedSpaces(problem -> {}).spaces();
    }

    /** Shows all records, segment by segment, in the order in which they lie. */
    public void dump(Consumer<RecordLine> lines) throws IOException {
        try (SegmentFiles files = segments()) {
            for (Segment segment : files.all()) {
                files.scan(
                        segment,
                        (head, bytes, offset) -> lines.accept(line(segment, head, bytes, offset)),
                        problem -> {});
            }
        }
    }

    private static RecordLine line(Segment segment, RecordHead head, byte[] bytes, int offset) {
        EntryValue value = RecordFormat.value(head, bytes);
        return new RecordLine(
                segment.file(),
                offset,
                head.paddedLength(),
                head.entity(bytes),
                head.entry(),
                head.version(),
                head.promised(),
                head.accepted(),
                head.isChosen(),
                head.isRebuilt(),
                head.stamp(),
                value == null ? -1 : value.payload().length,
                value == null ? 0 : value.crc(),
                value == null || value.isIntact(),
                value);
    }

    /** Reads everything once and counts. */
    public Figures stat() throws IOException {
        IdentityInspector.Dropped dropped = identity.droppedSpaces(problem -> {});
        Keydir keydir = new Keydir();
        long[] counts = new long[2];
        int hints = 0;
        try (SegmentFiles files = segments()) {
            LiveRecords live = new LiveRecords(keydir, files.table());
            RecordReader reader = new RecordReader(files.table(), directory);
            for (Segment segment : files.all()) {
                hints += fs.exists(HintWriter.fileOf(segment.file())) ? 1 : 0;
                files.scan(
                        segment,
                        (head, bytes, offset) -> {
                            counts[0]++;
                            counts[1] += head.paddedLength();
                            if (!dropped.spaces().test(head.space())) {
                                take(keydir, live, reader, segment, head, bytes, offset);
                            }
                        },
                        problem -> {});
            }
            long liveBytes = 0;
            for (Segment segment : files.all()) {
                liveBytes += segment.liveBytes().get();
            }
            return new Figures(
                    identity.identity(problem -> {}),
                    files.all().size(),
                    hints,
                    counts[0],
                    counts[1],
                    keydir.size(),
                    liveBytes,
                    dropped.count(),
                    identity.peers(problem -> {}));
        }
    }

    private static void take(
            Keydir keydir,
            LiveRecords live,
            RecordReader reader,
            Segment segment,
            RecordHead head,
            byte[] bytes,
            int offset) {
        EntityKey key = head.entity(bytes);
        int ref = keydir.findOrAdd(key.hash(), head.space(), bytes, head.keyAt(), head.keyLength());
        long location = Location.pack(segment.slot(), offset, head.paddedLength());
        live.recovered(ref, head, location, reader);
    }

    private SegmentFiles segments() throws IOException {
        return SegmentFiles.open(fs, directory);
    }

    /** Gives the lock back. */
    @Override
    public void close() throws IOException {
        identity.close();
    }

    /** The segments of a store, opened for reading. */
    private static final class SegmentFiles implements AutoCloseable {
        private final RecordFileTable<Segment> table = new RecordFileTable<>(Segment[]::new);

        static SegmentFiles open(FileSystem fs, Path directory) throws IOException {
            SegmentFiles files = new SegmentFiles();
            for (Path file : fs.list(directory)) {
                long id = SegmentPool.idOf(file);
                if (id >= 0) {
                    FileHandle handle = fs.open(file, OpenMode.READ);
                    Segment plain = new Segment(id, file, SegmentHeader.Kind.LOG, handle);
                    SegmentHeader header = header(plain);
                    files.table.add(
                            header == null ? plain : new Segment(id, file, header.kind(), handle));
                }
            }
            return files;
        }

        static @Nullable SegmentHeader header(Segment segment) throws IOException {
            ByteBuffer block = ByteBuffer.allocate(SegmentHeader.BYTES);
            while (block.hasRemaining()) {
                if (segment.handle().read(block, block.position()) < 0) {
                    return null;
                }
            }
            return SegmentHeader.decode(block.array());
        }

        RecordFileTable<Segment> table() {
            return table;
        }

        List<Segment> all() {
            return new ArrayList<>(table.all());
        }

        SegmentScanner.Result scan(
                Segment segment, SegmentScanner.Visitor visitor, Consumer<DamageReport> problems)
                throws IOException {
            int size = (int) Math.min(Location.SEGMENT_BYTES_MAX, segment.handle().size());
            SegmentScanner.Result result =
                    new SegmentScanner(segment, SegmentHeader.BYTES, size)
                            .scan(
                                    visitor,
                                    found ->
                                            problems.accept(
                                                    DamageReport.of(segment.file(), found)));
            segment.setEnd(result.end());
            return result;
        }

        /** Whether no later segment of the same kind holds a record. */
        boolean isNewest(Segment segment) throws IOException {
            for (Segment other : table.all()) {
                if (other.id() > segment.id()
                        && other.kind() == segment.kind()
                        && scan(other, (head, bytes, offset) -> {}, problem -> {}).records() > 0) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void close() throws IOException {
            table.close();
        }
    }
}
