package io.paxosstore.bitcask;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.OpenMode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/** Golden bytes: the formats are contracts; a change here needs a new format version. */
class FormatTest {
    private static final UUID STORE = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    private static final EntryValue HELLO =
            EntryValue.of(new ValueId(3, 2, 300), "hello".getBytes(StandardCharsets.UTF_8));
    private static final Path FILE = Path.of("/store/STORE");

    private static String hex(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static ByteBuffer encoded(LogRecord record) {
        return encoded(record, 0);
    }

    private static ByteBuffer encoded(LogRecord record, long stamp) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16 << 10);
        new RecordFormat().encode(record, stamp, buffer);
        return buffer.flip();
    }

    private static EntityKey key(String name) {
        return new EntityKey(7, name.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recordBytes() {
        LogRecord accept = new LogRecord(key("alice"), 6, 1, 1, HELLO, false, 5);
        ByteBuffer buffer = encoded(accept);
        RecordFormat.place(buffer, 42, 4096, true);
        assertEquals(
                "8e7e1cd100001f0605070602010302ac0297e81434616c69636568656c6c6f00", hex(buffer));

        LogRecord promise = new LogRecord(key("bob"), 1, (5L << 32) | 2, 0, null, false, 0);
        buffer = encoded(promise);
        RecordFormat.place(buffer, 42, 8192, false);
        assertEquals("a21485e00000150003070102828080805000626f62000000", hex(buffer));

        assertEquals("e79b02e2000010080000000000000002", hex(RecordFormat.seal(42, 8216, 2)));
    }

    /** What ends an amnesia (Rule A2), with the stamp of incarnation 9. */
    @Test
    void rebuiltRecordAndFloorBytes() {
        LogRecord rebuilt = new LogRecord(key("alice"), 6, 0, 0, HELLO, true, 6, true);
        ByteBuffer buffer = encoded(rebuilt, (9L << 24) + 1);
        RecordFormat.place(buffer, 42, 4096, true);
        assertEquals(
                "0782c753000023370507060000818080480302ac0297e81434616c69636568656c6c6f"
                        + "0000000000",
                hex(buffer.duplicate()));
        RecordHead head = parsed(buffer);
        assertTrue(head.isRebuilt() && head.isChosen() && !head.isFloor());
        assertEquals((9L << 24) + 1, head.stamp());

        LogRecord floor = new LogRecord(key("bob"), 8, LogRecord.FLOOR, 0, null, false, 6, true);
        buffer = encoded(floor, (9L << 24) + 2);
        RecordFormat.place(buffer, 42, 4096, false);
        assertEquals(
                "ba23c86500001d3003070804ffffffffffffffff7f0082808048626f62000000",
                hex(buffer.duplicate()));
        head = parsed(buffer);
        assertTrue(head.isRebuilt() && !head.isChosen() && head.isFloor());
        assertEquals((9L << 24) + 2, head.stamp());
    }

    /** An accept that merge found to be chosen; and the mark of an idle log. */
    @Test
    void chosenMarkAndIdleMarkBytes() {
        ByteBuffer buffer = encoded(new LogRecord(key("alice"), 6, 1, 1, HELLO, false, 5));
        int headEnd = (buffer.getInt(RecordFormat.LENGTH_AT) >>> 8) - HELLO.payload().length;
        new RecordFormat().setChosen(buffer, 0, headEnd);
        RecordFormat.place(buffer, 42, 4096, true);
        assertEquals(
                "3745503600001f0705070602010302ac0297e81434616c69636568656c6c6f00",
                hex(buffer.duplicate()));
        RecordHead head = parsed(buffer);
        assertTrue(head.isChosen());
        assertEquals(1, head.accepted());

        assertEquals("8e2ac9f8000010400000000000000002", hex(RecordFormat.mark(42, 8216, 2)));
    }

    private static RecordHead parsed(ByteBuffer placed) {
        byte[] bytes = new byte[placed.remaining()];
        placed.get(bytes);
        RecordHead head = new RecordHead();
        assertTrue(head.parse(bytes, 0, bytes.length, bytes.length, 42, 4096));
        return head;
    }

    @Test
    void segmentHeaderBytes() {
        SegmentHeader header = new SegmentHeader(42, SegmentHeader.Kind.MERGED, STORE, 1 << 26);
        ByteBuffer block = header.encode();
        assertEquals(SegmentHeader.BYTES, block.remaining());
        byte[] bytes = new byte[SegmentHeader.BYTES];
        block.duplicate().get(bytes);
        assertEquals(header, SegmentHeader.decode(bytes));
        assertEquals(
                "50585353454730310000000100000001000000000000002a0123456789abcdef"
                        + "0123456789abcdef0400000051e9e7bc",
                hex(block.duplicate().limit(48)));
        bytes[20] ^= 1;
        assertNull(SegmentHeader.decode(bytes));
    }

    @Test
    void storeFileBytes() throws IOException {
        StoreIdentity store =
                new StoreIdentity(
                        3, STORE, 9, 2, StorageEngine.Standing.REBUILDING, true, "orders");
        CrashableFileSystem fs = new CrashableFileSystem(1);
        fs.createDirectories(Path.of("/store"));
        MirroredFile file =
                StoreFile.file(fs, Path.of("/store"), new FailStop(new IgnoringListener()));
        file.write(store.encode());
        String copy =
                "505853544f524531"
                        + "00000002"
                        + "0000002e"
                        + "00000003"
                        + "0123456789abcdef0123456789abcdef"
                        + "00000009000000020000000100000001000000066f7264657273";
        byte[] content = fs.content(FILE);
        String all = HexFormat.of().formatHex(content);
        assertEquals(copy, all.substring(0, copy.length()));
        assertEquals(all.substring(0, all.length() / 2), all.substring(all.length() / 2));
        for (int i = 0; i < content.length; i++) {
            fs.flipBit(FILE, i, 2);
            MirroredFile.Found found = file.read();
            assertFalse(found.whole(), "byte " + i);
            assertNotNull(found.content());
            assertEquals(store, StoreIdentity.decode(found.content()));
            fs.flipBit(FILE, i, 2);
        }
        fs.flipBit(FILE, 7, 0);
        fs.flipBit(FILE, content.length - 1, 0);
        assertNull(file.read().content());
    }

    @Test
    void hintFileBytes() throws IOException {
        CrashableFileSystem fs = new CrashableFileSystem(1);
        fs.createDirectories(Path.of("/store"));
        Path file = Path.of("/store/000000000000002a.seg");
        Segment segment =
                new Segment(42, file, SegmentHeader.Kind.LOG, fs.open(file, OpenMode.CREATE));
        ByteBuffer buffer = encoded(TestStore.accept("alice", 6, 1, "hello", 5));
        RecordFormat.place(buffer, 42, 4096, true);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        RecordHead head = new RecordHead();
        assertTrue(head.parse(bytes, 0, bytes.length, bytes.length, 42, 4096));
        FailStop failStop = new FailStop(new IgnoringListener());
        try (HintWriter writer = HintWriter.create(fs, segment, 4096 + bytes.length)) {
            writer.add(head, bytes, 4096);
            writer.finish(failStop);
        }
        Path hint = HintWriter.fileOf(file);
        assertEquals(
                "50585348494e543100000002000000000000002a00001020f989dc990000000e"
                        + "4e94bc94000400050706020101616c6963650000000048674bc7",
                HexFormat.of().formatHex(fs.content(hint)));

        List<String> seen = new ArrayList<>();
        HintReader.Visitor visitor =
                (found, key, offset, length) ->
                        seen.add(found.entity(key) + " " + found.entry() + " at " + offset);
        assertEquals(4096 + bytes.length, HintReader.read(fs, hint, 42, visitor));
        assertEquals(List.of("7/alice 6 at 4096"), seen);
        assertEquals(-1, HintReader.read(fs, hint, 43, visitor));
        for (int i = 0; i < fs.content(hint).length; i++) {
            fs.flipBit(hint, i, 1);
            assertEquals(-1, HintReader.read(fs, hint, 42, visitor), "byte " + i);
            fs.flipBit(hint, i, 1);
        }
    }

    /** Every field survives, and every flipped bit is noticed. */
    @Test
    void recordsRoundTripAndNoDamageIsMissed() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 300; round++) {
            LogRecord record = randomRecord(random);
            ByteBuffer buffer = encoded(record);
            long segment = random.nextLong(1L << 40);
            int offset = random.nextInt(1 << 20) << 3;
            boolean first = random.nextBoolean();
            RecordFormat.place(buffer, segment, offset, first);
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            RecordHead head = new RecordHead();
            assertTrue(head.parse(bytes, 0, bytes.length, bytes.length, segment, offset));
            assertEquals(first, head.isFirst());
            assertEquals(record.key(), head.entity(bytes));
            assertEquals(record.entry(), head.entry());
            assertEquals(record.version(), head.version());
            assertEquals(record.promised(), head.promised());
            assertEquals(record.accepted(), head.accepted());
            assertEquals(record.chosen(), head.isChosen());
            EntryValue value = RecordFormat.value(head, bytes);
            if (record.value() == null) {
                assertNull(value);
            } else {
                assertNotNull(value);
                assertEquals(record.value().id(), value.id());
                assertArrayEquals(record.value().payload(), value.payload());
                assertTrue(value.isIntact());
            }
            assertFalse(head.parse(bytes, 0, bytes.length, bytes.length, segment + 1, offset));
            assertFalse(head.parse(bytes, 0, bytes.length, bytes.length, segment, offset + 8));
            flipBits(bytes, segment, offset, random);
        }
    }

    private static void flipBits(byte[] bytes, long segment, int offset, SplittableRandom random) {
        RecordHead head = new RecordHead();
        head.parse(bytes, 0, bytes.length, bytes.length, segment, offset);
        int length = VarintReader.getInt(bytes, RecordFormat.LENGTH_AT) >>> 8;
        for (int i = 0; i < 20; i++) {
            int at = random.nextInt(length);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            boolean intact =
                    head.parse(bytes, 0, bytes.length, bytes.length, segment, offset)
                            && head.paddedLength() == bytes.length;
            if (intact) {
                EntryValue value = RecordFormat.value(head, bytes);
                assertTrue(value != null && !value.isIntact(), "a flipped bit goes unnoticed");
            }
            bytes[at] = restore(bytes, at, segment, offset);
        }
    }

    private static byte restore(byte[] bytes, int at, long segment, int offset) {
        RecordHead head = new RecordHead();
        for (int bit = 0; bit < 8; bit++) {
            byte candidate = (byte) (bytes[at] ^ (1 << bit));
            byte[] copy = bytes.clone();
            copy[at] = candidate;
            if (head.parse(copy, 0, copy.length, copy.length, segment, offset)
                    && head.paddedLength() == copy.length) {
                EntryValue value = RecordFormat.value(head, copy);
                if (value == null || value.isIntact()) {
                    return candidate;
                }
            }
        }
        throw new AssertionError("no single bit restores the record");
    }

    private static LogRecord randomRecord(SplittableRandom random) {
        byte[] key = new byte[random.nextInt(300)];
        random.nextBytes(key);
        byte[] payload = new byte[random.nextInt(500)];
        random.nextBytes(payload);
        EntryValue value =
                EntryValue.of(
                        new ValueId(random.nextInt(), random.nextInt(), random.nextLong()),
                        payload);
        boolean chosen = random.nextBoolean();
        boolean accepted = chosen || random.nextBoolean();
        long promised = random.nextLong(Long.MAX_VALUE);
        long number = accepted && !chosen ? 1 + random.nextLong(promised) : 0;
        long entry = 1 + random.nextLong(Keydir.ENTRY_MAX);
        return new LogRecord(
                new EntityKey(random.nextInt(), key),
                entry,
                chosen ? 0 : promised,
                number,
                accepted ? value : null,
                chosen,
                chosen ? entry : random.nextLong(entry));
    }
}
