package io.paxosstore.log.identity;

import io.paxosstore.core.Invariant;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ConfigurationCodec;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The newest epoch that was entered of each slot, and how complete the node is there, durably
 * (Rules M2, M6). Thread-safe; reading never blocks.
 *
 * <p>Content of the {@link MirroredFile}, as {@link ByteWriter} writes it:
 *
 * <pre>
 *  varint count, then as many, ascending by slot:
 *     varint slot, u8 standing: 0 NONE, 1 REBUILDING, 2 WHOLE, 3 WALKING, and 16 if the right is
 *     lost, and 32 if a tenure follows: varint tenure,
 *     configuration
 * </pre>
 *
 * <p>The configuration is as in {@link ConfigurationCodec}.
 */
final class SlotMemory {
    static final String FILE = "SLOTS";
    static final int FORMAT_VERSION = 1;
    static final long MAGIC = 0x5058534c4f545331L; // "PXSLOTS1"

    /** A change from five voters to five others, all numbers at their limits: 92, and 9 more. */
    static final int RECORD_BYTES_MAX = 101;

    private static final int COUNT_BYTES_MAX = 3;

    private static final int NONE = 0;
    private static final int REBUILDING = 1;
    private static final int WHOLE = 2;
    private static final int WALKING = 3;

    /** Added to the standing of a node that has lost its right there. */
    private static final int RIGHT_LOST = 16;

    /** Added to the standing of a node that did not vote there from the beginning. */
    private static final int TENURED = 32;

    private final MirroredFile file;

    // All replaced as a whole, under the lock, first the records; never changed.
    private volatile SortedMap<Integer, SlotRecord> records;
    private volatile SlotRebuildings rebuildings;
    private volatile SlotTenures tenures;

    /** By slot, its record as the file has it; null where it has none, or was not encoded yet. */
    private byte[] @Nullable [] encoded = new byte[Slots.ALL][];

    private boolean toBeWritten;

    private SlotMemory(
            MirroredFile file, SortedMap<Integer, SlotRecord> records, boolean toBeWritten) {
        this.file = file;
        this.records = records;
        List<SlotRecord> begun =
                records.values().stream().filter(SlotRecord::isRebuilding).toList();
        this.rebuildings = SlotRebuildings.NONE.begun(slots(begun));
        this.tenures = SlotTenures.of(records);
        this.toBeWritten = toBeWritten;
    }

    /**
     * Reads the file; writes nothing.
     *
     * @param entered whether it must be there; if not, it is not looked at
     */
    static SlotMemory read(
            FileSystem fs,
            Path directory,
            FailStop failStop,
            boolean entered,
            SmallFileLosses losses)
            throws IOException {
        MirroredFile file =
                new MirroredFile(
                        fs,
                        directory.resolve(FILE),
                        MAGIC,
                        FORMAT_VERSION,
                        COUNT_BYTES_MAX + Slots.ALL * RECORD_BYTES_MAX,
                        failStop);
        SmallFileLosses.Content content = losses.read(file, FORMAT_VERSION, !entered);
        SortedMap<Integer, SlotRecord> records = decode(content.bytes());
        if (records == null) {
            losses.lost(file);
            return new SlotMemory(file, new TreeMap<>(), true);
        }
        return new SlotMemory(file, records, entered && content.isToBeWritten());
    }

    /** Writes the file if it is lost, or one of its copies is damaged. */
    synchronized void repair() throws IOException {
        if (toBeWritten) {
            file.write(encode(records));
            toBeWritten = false;
        }
    }

    /** Makes the file, without records. */
    synchronized void make() throws IOException {
        file.write(encode(Collections.emptySortedMap()));
    }

    /** All records, ascending by slot. */
    List<SlotRecord> all() {
        return List.copyOf(records.values());
    }

    /** The record of a slot; null while it has none. */
    @Nullable SlotRecord find(int slot) {
        return records.get(slot);
    }

    /** Which slots are being rebuilt; another object whenever that has changed. */
    SlotRebuildings rebuildings() {
        return rebuildings;
    }

    /** What of the slots' records counts; another object whenever that has changed. */
    SlotTenures tenures() {
        return tenures;
    }

    /**
     * Replaces records durably, in one write.
     *
     * @param nodeId the node whose records they are
     * @param incarnation its present one, of which a tenure that begins now has its number
     */
    synchronized void enter(int nodeId, int incarnation, List<SlotRecord> changed)
            throws IOException {
        SortedMap<Integer, SlotRecord> next = new TreeMap<>(records);
        boolean isNews = false;
        List<SlotRecord> begun = new ArrayList<>();
        List<SlotRecord> ended = new ArrayList<>();
        Set<Integer> seen = new TreeSet<>();
        for (SlotRecord given : changed) {
            SlotRecord old = next.get(given.slot());
            boolean comes = isBegun(nodeId, old, given);
            SlotRecord record =
                    given.withTenure(comes ? incarnation : old == null ? 0 : old.tenure());
            next.put(record.slot(), record);
            isNews |= !record.equals(old);
            Invariant.check(seen.add(record.slot()), "a slot is entered twice at once");
            Invariant.check(
                    old == null || old.configuration().epoch() <= record.configuration().epoch(),
                    "the epoch of a slot falls");
            if (comes) {
                begun.add(record);
            } else if (!record.isRebuilding()) {
                ended.add(record);
            }
        }
        if (!isNews) {
            return;
        }
        byte[] @Nullable [] nextEncoded = encoded.clone();
        seen.forEach(slot -> nextEncoded[slot] = null);
        file.write(encode(next, nextEncoded));
        encoded = nextEncoded;
        records = next;
        tenures = SlotTenures.of(next);
        rebuildings = rebuildings.begun(slots(begun)).ended(slots(ended));
    }

    /**
     * Whether what was rebuilt in the slot before counts no more: not if the node was rebuilding it
     * and has voted ever since, in one epoch after the other (Rule M4).
     */
    private static boolean isBegun(int nodeId, @Nullable SlotRecord old, SlotRecord now) {
        return now.isRebuilding()
                && (old == null
                        || !old.isRebuilding()
                        || comesAfter(nodeId, old.configuration().epoch(), now));
    }

    private static boolean comesAfter(int nodeId, long epoch, SlotRecord now) {
        return now.configuration().voters().stream()
                .anyMatch(voter -> voter.node() == nodeId && voter.since() > epoch);
    }

    private static int[] slots(List<SlotRecord> records) {
        return records.stream().mapToInt(SlotRecord::slot).toArray();
    }

    static byte[] encode(SortedMap<Integer, SlotRecord> records) {
        return encode(records, new byte[Slots.ALL][]);
    }

    /**
     * @param encoded by slot, what was encoded before: a change is of few slots; what was not is
     *     added
     */
    private static byte[] encode(
            SortedMap<Integer, SlotRecord> records, byte[] @Nullable [] encoded) {
        ByteWriter out = new ByteWriter(64);
        out.putVarint(records.size());
        for (SlotRecord record : records.values()) {
            byte[] bytes = encoded[record.slot()];
            if (bytes == null) {
                bytes = encode(record);
                encoded[record.slot()] = bytes;
            }
            out.putRaw(bytes);
        }
        return out.toBytes();
    }

    private static byte[] encode(SlotRecord record) {
        ByteWriter out = new ByteWriter(RECORD_BYTES_MAX);
        out.putVarint(record.slot());
        int standing =
                switch (record.standing()) {
                    case NONE -> NONE;
                    case REBUILDING -> REBUILDING;
                    case WHOLE -> WHOLE;
                    case WALKING -> WALKING;
                };
        boolean tenured = record.tenure() != 0;
        int flags = (record.rightLost() ? RIGHT_LOST : 0) | (tenured ? TENURED : 0);
        out.putByte(standing | flags);
        if (tenured) {
            out.putVarint(record.tenure());
        }
        ConfigurationCodec.put(record.configuration(), out);
        return out.toBytes();
    }

    /** Null if these are no records: whatever wrote them, they are as good as lost. */
    private static @Nullable SortedMap<Integer, SlotRecord> decode(ByteBuffer bytes) {
        SortedMap<Integer, SlotRecord> records = new TreeMap<>();
        if (!bytes.hasRemaining()) {
            return records;
        }
        byte[] content = new byte[bytes.remaining()];
        bytes.get(content);
        ByteReader in = ByteReader.of(content);
        try {
            int last = -1;
            for (int left = in.getCount(); left > 0; left--) {
                SlotRecord record = record(in);
                if (record.slot() <= last) {
                    return null;
                }
                last = record.slot();
                records.put(last, record);
            }
            in.end();
            return records;
        } catch (MalformedBytesException | IllegalArgumentException e) {
            return null;
        }
    }

    private static SlotRecord record(ByteReader in) {
        int slot = in.getIntVarint();
        int code = in.getByte();
        boolean rightLost = (code & RIGHT_LOST) != 0;
        int tenure = (code & TENURED) != 0 ? in.getIntVarint() : 0;
        SlotStanding standing =
                switch (code & ~(RIGHT_LOST | TENURED)) {
                    case NONE -> SlotStanding.NONE;
                    case REBUILDING -> SlotStanding.REBUILDING;
                    case WHOLE -> SlotStanding.WHOLE;
                    case WALKING -> SlotStanding.WALKING;
                    default ->
                            throw new MalformedBytesException(
                                    "A slot has no standing " + code + ".");
                };
        return new SlotRecord(slot, ConfigurationCodec.get(in), standing, rightLost, tenure);
    }
}
