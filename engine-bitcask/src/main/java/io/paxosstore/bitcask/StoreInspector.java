package io.paxosstore.bitcask;

import io.paxosstore.core.EntryValue;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.ReadOnlyFileSystem;
import io.paxosstore.log.identity.DamageReport;
import io.paxosstore.log.identity.IdentityInspector;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.Remembered;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.identity.StoreIdentity;
import io.paxosstore.log.identity.StoreOpenException;
import io.paxosstore.log.record.Location;
import io.paxosstore.log.record.RecordFormat;
import io.paxosstore.log.record.RecordHead;
import io.paxosstore.log.segment.RecordReader;
import io.paxosstore.log.segment.Segment;
import io.paxosstore.log.segment.SegmentHeader;
import io.paxosstore.log.segment.SegmentList;
import io.paxosstore.log.segment.SegmentRecovery;
import io.paxosstore.log.segment.SegmentScanner;
import io.paxosstore.log.segment.SegmentSpec;
import io.paxosstore.log.segment.SegmentTable;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
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
     * @param slots the epochs of slots that were entered, by slot
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
            List<SlotRecord> slots,
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
        StoreIdentity whose = identity.identity(seen);
        UUID store = whose.storeId();
        identity.peers(seen);
        identity.slots(whose, seen);
        identity.nodes(seen);
        identity.droppedSpaces(seen);
        try (SegmentTable segments = new SegmentTable()) {
            SegmentRecovery log = log(segments, store, seen);
            for (Segment segment : log.present()) {
                verify(segment, log, seen);
            }
            log.reportMissingSeals();
        }
        return worst[0];
    }

    /** The store's segments, opened for reading. */
    private SegmentRecovery log(SegmentTable segments, UUID store, Consumer<DamageReport> seen)
            throws IOException {
        SegmentList list =
                SegmentList.read(fs, directory, BitcaskEngine.FORMAT, failStop, false, seen);
        SegmentSpec spec = new SegmentSpec(directory, BitcaskEngine.FORMAT, store, 0);
        SegmentRecovery log = new SegmentRecovery(new ReadOnlyFileSystem(fs), spec, segments, seen);
        log.open(log.fileIds());
        log.reportMissing(list.ids());
        return log;
    }

    private void verify(Segment segment, SegmentRecovery log, Consumer<DamageReport> seen)
            throws IOException {
        SegmentScanner.Result result = scan(segment, log, (head, bytes, offset) -> {});
        Path hint = HintWriter.fileOf(segment.file());
        if (fs.exists(hint)
                && HintReader.read(fs, hint, segment.id(), (head, bytes, offset, length) -> {})
                        != result.end()) {
            seen.accept(new DamageReport(DamageReport.Kind.BAD_HINT, hint, 0, 0, null, 0));
        }
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

    /** What the store knows of its completeness; {@code NEW} if its node has said nothing yet. */
    public Standing standing() throws IOException {
        return identity.identity(problem -> {}).standing();
    }

    /** Which spaces were dropped: nothing that is held of them counts. */
    public IntPredicate droppedSpaces() throws IOException {
        return identity.droppedSpaces(problem -> {}).spaces();
    }

    /** What of slots counts: nothing of those that the node has left. */
    public SlotTenures tenures() throws IOException {
        return identity.tenures(identity.identity(problem -> {}));
    }

    /** Whether the cluster has no other node, as far as this store knows. */
    public boolean isAlone() throws IOException {
        KnownNodes known = identity.nodes(problem -> {});
        if (known != null) {
            return known.nodes().size() == 1;
        }
        boolean isFoundedAlone = identity.identity(problem -> {}).members().size() == 1;
        return isFoundedAlone && identity.peers(problem -> {}).isEmpty();
    }

    /**
     * Shows all records, segment by segment, in the order in which they lie.
     *
     * @param unread told of what could not be read: records may lie there that are not shown, or
     *     that are shown without their value
     */
    public void dump(Consumer<RecordLine> lines, Consumer<DamageReport> unread) throws IOException {
        UUID store = storeId();
        try (SegmentTable segments = new SegmentTable()) {
            SegmentRecovery log = log(segments, store, hiding(unread));
            for (Segment segment : log.present()) {
                scan(
                        segment,
                        log,
                        (head, bytes, offset) -> lines.accept(line(segment, head, bytes, offset)));
            }
            log.reportMissingSeals();
        }
    }

    /** Of all damage, that which hides something. */
    private static Consumer<DamageReport> hiding(Consumer<DamageReport> unread) {
        return report -> {
            if (report.kind().isLoss() || report.kind() == DamageReport.Kind.FOREIGN_SEGMENT) {
                unread.accept(report);
            }
        };
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

    /**
     * Reads everything once and counts.
     *
     * @param unread told of what could not be read, and is not counted
     */
    public Figures stat(Consumer<DamageReport> unread) throws IOException {
        Consumer<DamageReport> seen = hiding(unread);
        IdentityInspector.Dropped dropped = identity.droppedSpaces(seen);
        StoreIdentity whose = identity.identity(seen);
        SlotTenures tenures = identity.tenures(whose);
        Keydir keydir = new Keydir();
        long[] counts = new long[2];
        int hints = 0;
        try (SegmentTable segments = new SegmentTable()) {
            SegmentRecovery log = log(segments, whose.storeId(), seen);
            LiveRecords live = new LiveRecords(keydir, segments, marked -> {});
            RecordReader reader = new RecordReader(segments, directory);
            for (Segment segment : log.present()) {
                hints += fs.exists(HintWriter.fileOf(segment.file())) ? 1 : 0;
                scan(
                        segment,
                        log,
                        (head, bytes, offset) -> {
                            counts[0]++;
                            counts[1] += head.paddedLength();
                            if (!dropped.spaces().test(head.space())
                                    && tenures.counts(head.entity(bytes), head.tenure())) {
                                take(keydir, live, reader, segment, head, bytes, offset);
                            }
                        });
            }
            log.reportMissingSeals();
            long liveBytes = 0;
            for (Segment segment : segments.all()) {
                liveBytes += segment.liveBytes().get();
            }
            return new Figures(
                    whose,
                    segments.all().size(),
                    hints,
                    counts[0],
                    counts[1],
                    keydir.size(),
                    liveBytes,
                    dropped.count(),
                    identity.slots(whose, seen),
                    identity.peers(seen));
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
        int ref = keydir.findOrAdd(key);
        long location = Location.pack(segment.slot(), offset, head.paddedLength());
        live.recovered(ref, head, location, false, reader);
    }

    private static SegmentScanner.Result scan(
            Segment segment, SegmentRecovery log, SegmentScanner.Visitor visitor)
            throws IOException {
        return log.scan(segment, SegmentHeader.BYTES, visitor, problem -> {});
    }

    /** Gives the lock back. */
    @Override
    public void close() throws IOException {
        identity.close();
    }
}
