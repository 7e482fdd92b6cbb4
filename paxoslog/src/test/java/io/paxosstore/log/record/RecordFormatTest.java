package io.paxosstore.log.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** Golden bytes: the format is a contract; a change here needs a new format version. */
class RecordFormatTest {
    private static final long ENTRY_MAX = (1L << 48) - 1;
    private static final EntryValue HELLO =
            EntryValue.of(new ValueId(3, 2, 300), "hello".getBytes(StandardCharsets.UTF_8));

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
        new RecordFormat().encode(record, stamp, 0, buffer);
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

    /** Written in the tenure that began with incarnation 300. */
    @Test
    void tenuredRecordBytes() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1024);
        LogRecord accept = new LogRecord(key("alice"), 6, 1, 1, HELLO, false, 5);
        new RecordFormat().encode(accept, 0, 300, buffer);
        RecordFormat.place(buffer.flip(), 42, 4096, true);
        assertEquals(
                "fa765564000021860507060201ac020302ac0297e81434616c69636568656c6c6f"
                        + "00000000000000",
                hex(buffer.duplicate()));
        RecordHead head = parsed(buffer);
        assertEquals(300, head.tenure());
        assertEquals(0, head.stamp());
        assertEquals(6, head.entry());
        assertEquals(HELLO.id(), head.valueId());
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
        long entry = 1 + random.nextLong(ENTRY_MAX);
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
