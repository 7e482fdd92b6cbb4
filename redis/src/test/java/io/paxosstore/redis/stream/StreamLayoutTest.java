package io.paxosstore.redis.stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.resp.RedisError;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** The bytes of a stream's rows, which they have for ever. */
class StreamLayoutTest {
    private static final String ONE = "0000000000000001";
    private static final String TWO = "0000000000000002";
    private static final String ID = ONE + TWO;
    private static final StreamId SAMPLE = new StreamId(1, 2);

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void rowsHaveTheGoldenBytes() {
        assertEquals("00", hex(StreamLayout.header()));
        assertEquals("01" + ID, hex(StreamLayout.entry(SAMPLE)));
        assertEquals("0267", hex(StreamLayout.group(ascii("g"))));
        assertEquals("03" + TWO + "63", hex(StreamLayout.consumer(2, ascii("c"))));
        assertEquals("04" + TWO + ONE, hex(StreamLayout.nameOfConsumer(2, 1)));
        assertEquals("05" + TWO + ID, hex(StreamLayout.pending(2, SAMPLE)));
        assertEquals("06" + TWO + ONE + ID, hex(StreamLayout.owned(2, 1, SAMPLE)));
        assertEquals(SAMPLE, StreamLayout.id(StreamLayout.owned(2, 1, SAMPLE)));
        assertArrayEquals(ascii("g"), StreamLayout.groupName(StreamLayout.group(ascii("g"))));
        assertArrayEquals(
                ascii("c"), StreamLayout.consumerName(StreamLayout.consumer(2, ascii("c"))));
    }

    @Test
    void recordsHaveTheGoldenBytes() {
        StreamHeader header = new StreamHeader(1, SAMPLE, StreamId.LAST, StreamId.ZERO, 2, 1);
        assertEquals(
                "01" + ONE + ID + "f".repeat(32) + "0".repeat(32) + TWO + ONE,
                hex(header.encode()));
        assertEquals(header, StreamHeader.decode(header.encode()));
        StreamEntry entry = new StreamEntry(SAMPLE, List.of(ascii("f"), ascii("vv"), new byte[0]));
        assertEquals("0103" + "0166" + "027676" + "00", hex(entry.encode()));
        assertArrayEquals(ascii("vv"), StreamEntry.decode(SAMPLE, entry.encode()).words().get(1));
        GroupRecord group = new GroupRecord(1, SAMPLE, -1, 2, 1);
        assertEquals("01" + ONE + ID + "f".repeat(16) + TWO + ONE, hex(group.encode()));
        assertEquals(group, GroupRecord.decode(group.encode()));
        ConsumerRecord consumer = new ConsumerRecord(1, 2, 1);
        assertEquals("01" + ONE + TWO + ONE, hex(consumer.encode()));
        assertEquals(consumer, ConsumerRecord.decode(consumer.encode()));
        PendingRecord pending = new PendingRecord(2, 1, 2);
        assertEquals("01" + TWO + ONE + TWO, hex(pending.encode()));
        assertEquals(pending, PendingRecord.decode(pending.encode()));
    }

    @Test
    void whatIsNoRecordIsRefused() {
        byte[] header = StreamHeader.EMPTY.encode();
        for (int cut = 0; cut < header.length; cut++) {
            byte[] head = Arrays.copyOf(header, cut);
            assertThrows(RedisError.class, () -> StreamHeader.decode(head));
        }
        byte[] longer = Arrays.copyOf(header, header.length + 1);
        assertThrows(RedisError.class, () -> StreamHeader.decode(longer));
        header[0] = 2;
        assertThrows(RedisError.class, () -> StreamHeader.decode(header));
        assertThrows(RedisError.class, () -> StreamLayout.id(new byte[15]));
        byte[] hostile = HexFormat.of().parseHex("01ffffffff07");
        assertThrows(RedisError.class, () -> StreamEntry.decode(SAMPLE, hostile));
    }

    /** Else a range of rows would be none of ids. */
    @Test
    void rowsAreInTheOrderOfTheirIds() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            StreamId a = new StreamId(random.nextLong() >> random.nextInt(64), random.nextLong());
            StreamId b = new StreamId(random.nextBoolean() ? a.millis() : random.nextLong(), 5);
            assertEquals(
                    Integer.signum(a.compareTo(b)),
                    Integer.signum(
                            Arrays.compareUnsigned(StreamLayout.entry(a), StreamLayout.entry(b))));
            StreamLayout.Range range = StreamLayout.entries(a, a);
            assertTrue(Arrays.compareUnsigned(StreamLayout.entry(a), range.to()) < 0);
            StreamId next = a.next();
            assertTrue(
                    next == null
                            || Arrays.compareUnsigned(StreamLayout.entry(next), range.to()) > 0);
        }
    }
}
