package io.paxosstore.lsm.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Golden bytes of what travels in entries and lies on disks. */
class FormatTest {
    private static final HexFormat HEX = HexFormat.of();

    private static String hex(byte[] bytes) {
        return HEX.formatHex(bytes);
    }

    private static EntityChanges sample() {
        return new EntityChanges(
                List.of(
                        new EntityChanges.DeleteRange(new byte[] {2, 0}, new byte[] {2, 1}),
                        new EntityChanges.Put(new byte[] {1, 'a'}, new byte[] {9}),
                        new EntityChanges.Delete(new byte[] {1, 'b'})));
    }

    @Test
    void changesHaveTheGoldenBytes() {
        assertEquals(
                "0103" + "03" + "020200" + "020201" + "01" + "020161" + "0109" + "02" + "020162",
                hex(sample().encode()));
        assertArrayEquals(sample().encode(), EntityChanges.decode(sample().encode()).encode());
        assertEquals("0100", hex(EntityChanges.NONE.encode()));
    }

    @Test
    void changesThatAreNoneAreRefused() {
        byte[] bytes = sample().encode();
        for (int cut = 0; cut < bytes.length; cut++) {
            byte[] head = Arrays.copyOf(bytes, cut);
            assertThrows(MalformedBytesException.class, () -> EntityChanges.decode(head));
        }
        for (String hostile : List.of("0200", "0101", "01ffffffff0f", "010104", "010002", "0001")) {
            assertThrows(
                    MalformedBytesException.class,
                    () -> EntityChanges.decode(HEX.parseHex(hostile)),
                    hostile);
        }
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] flipped = bytes.clone();
            flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
            try {
                EntityChanges.decode(flipped);
            } catch (MalformedBytesException e) {
                assertTrue(String.valueOf(e.getMessage()).endsWith("."));
            }
        }
    }

    @Test
    void headersHaveTheGoldenBytes() {
        expect(
                "0101" + "0000000000010001" + "e807" + "0000000000010002" + "7631",
                new ObjectHeader.Value(65537, 1000, 65538, new byte[] {'v', '1'}));
        expect(
                "0102" + "0000000000010001" + "00" + "fffffffffffffffe" + "0000000000000003",
                new ObjectHeader.List(65537, 0, -2, 3));
        expect(
                "0103" + "0000000000010001" + "00" + "07" + "09" + "e807" + "64" + "e0d403",
                new ObjectHeader.Queue(65537, 0, 7, 9, 1000, 100, 60_000));
        expect("0104" + "0000000000010001" + "00" + "05", new ObjectHeader.Set(65537, 0, 5));
        expect("0107" + "0000000000010001" + "00" + "05", new ObjectHeader.SortedSet(65537, 0, 5));
        expect("0105" + "0000000000010001" + "00" + "0502", new ObjectHeader.Map(65537, 0, 5, 2));
        expect("0108" + "0000000000010001" + "00" + "05", new ObjectHeader.Stream(65537, 0, 5));
        assertThrows(
                MalformedBytesException.class, () -> ObjectHeader.decode(HEX.parseHex("0201")));
        assertThrows(
                MalformedBytesException.class,
                () -> ObjectHeader.decode(HEX.parseHex("0109000000000001000100")));
    }

    private static void expect(String golden, ObjectHeader header) {
        byte[] bytes = ObjectHeader.encode(header);
        assertEquals(golden, hex(bytes));
        assertArrayEquals(bytes, ObjectHeader.encode(ObjectHeader.decode(bytes)));
    }

    @Test
    void elementsHaveTheGoldenBytes() {
        byte[] element = {'e'};
        assertEquals("ac02" + "65", hex(ElementRecord.listed(300, element)));
        assertEquals("00000000000003e8" + "07" + "65", hex(ElementRecord.queued(1000, 7, element)));
        ElementRecord listed = ElementRecord.ofList(ElementRecord.listed(300, element));
        assertEquals(300, listed.entry());
        assertArrayEquals(element, listed.element());
        ElementRecord queued = ElementRecord.ofQueue(ElementRecord.queued(1000, 7, element));
        assertEquals(1000, queued.timeMillis());
        assertEquals(7, queued.entry());
        assertArrayEquals(element, queued.element());
    }

    @Test
    void keysHaveTheGoldenBytes() {
        String generation = "0000000000010001";
        byte[] field = {'f'};
        assertEquals("00", hex(KeyLayout.VERSION));
        assertEquals("016e616d65", hex(KeyLayout.header("name")));
        assertEquals("02" + generation, hex(KeyLayout.generation(65537)));
        assertEquals(
                "02" + generation + "00" + "7fffffffffffffff", hex(KeyLayout.position(65537, -1)));
        assertEquals(
                "02" + generation + "00" + "0000000000000007", hex(KeyLayout.sequence(65537, 7)));
        assertEquals("02" + generation + "00" + "66", hex(KeyLayout.member(65537, field)));
        assertEquals(
                "02" + generation + "01" + "00000000000003e8" + "66",
                hex(KeyLayout.deadline(65537, 1000, field)));
        assertEquals(
                "02" + generation + "06" + "bff8000000000000" + "66",
                hex(KeyLayout.scored(65537, 1.5, field)));
        assertEquals(
                "02" + generation + "06" + "4007ffffffffffff" + "66",
                hex(KeyLayout.scored(65537, -1.5, field)));
        assertEquals(
                hex(KeyLayout.scored(65537, 0.0, field)),
                hex(KeyLayout.scored(65537, -0.0, field)));
        assertEquals(-1.5, KeyLayout.scoreOf(KeyLayout.scored(65537, -1.5, field)));
        assertArrayEquals(field, KeyLayout.memberOfScored(KeyLayout.scored(65537, -1.5, field)));
        assertTrue(KeyLayout.isScored(KeyLayout.scored(65537, -1.5, field)));
        assertFalse(KeyLayout.isScored(KeyLayout.sequence(65537, 7)));
        assertEquals("03" + "00000000000003e8" + generation, hex(KeyLayout.expiry(1000, 65537)));
        assertEquals(-1, KeyLayout.positionOf(KeyLayout.position(65537, -1)));
        assertTrue(KeyLayout.isExpiry(KeyLayout.expiry(1000, 65537)));
        assertTrue(KeyLayout.isFieldDeadline(KeyLayout.deadline(65537, 1000, field)));
        assertFalse(KeyLayout.isFieldDeadline(KeyLayout.sequence(65537, 7)));
    }
}
