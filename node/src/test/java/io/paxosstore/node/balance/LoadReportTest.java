package io.paxosstore.node.balance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.balance.LoadReport.Answer;
import io.paxosstore.node.balance.LoadReport.OfSlot;
import io.paxosstore.node.balance.LoadReport.Question;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Reports of loads: bytes, and what of them is believed. */
final class LoadReportTest {
    private static final Answer ANSWER =
            new Answer(true, List.of(new OfSlot(0, 1_500, 0), new OfSlot(16_383, 0, 1L << 40)));

    @Test
    void bytesAreGolden() {
        assertEquals("01", HexFormat.of().formatHex(new Question().encode()));
        assertEquals(
                "020102" + "01dc0b00" + "ff7f00" + "808080808020",
                HexFormat.of().formatHex(ANSWER.encode()));
        assertEquals(new Question(), LoadReport.decode(new Question().encode()));
        assertEquals(ANSWER, LoadReport.decode(ANSWER.encode()));
        Answer none = new Answer(false, List.of());
        assertEquals(none, LoadReport.decode(none.encode()));
    }

    @Test
    void theLongestIsShort() {
        List<OfSlot> all =
                IntStream.range(0, Slots.COUNT)
                        .mapToObj(slot -> new OfSlot(slot, 10_000_000_000L, 1L << 41))
                        .toList();
        byte[] bytes = new Answer(true, all).encode();
        assertTrue(bytes.length < 300_000, () -> bytes.length + " bytes");
        assertEquals(new Answer(true, all), LoadReport.decode(bytes));
    }

    @Test
    void whatCannotBeIsRefused() {
        for (String hex :
                List.of(
                        "",
                        "03", // unknown kind
                        "0100", // a byte more
                        "02", // known or not?
                        "020200", // known twice
                        "0201", // no count
                        "020101", // a count without slots
                        "020101000101", // slot -1
                        "020102010101" + "000101", // the same slot twice
                        "020101" + "818001" + "0101", // slot 16,384
                        "020101ffffffff070101", // slot 2^31 - 2
                        "0201010101" + "ffffffffffffffffff01", // bytes of -1
                        "020181800101")) { // 16,385 slots that do not follow
            assertThrows(
                    MalformedBytesException.class,
                    () -> LoadReport.decode(HexFormat.of().parseHex(hex)),
                    hex);
        }
    }

    /** Whatever comes is a report or is refused. */
    @Test
    void damagedBytesAreNoHarm() {
        Random random = new Random(7);
        byte[] good = ANSWER.encode();
        for (int i = 0; i < 10_000; i++) {
            byte[] bad = Arrays.copyOf(good, 1 + random.nextInt(good.length + 2));
            bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            try {
                LoadReport.decode(bad);
            } catch (MalformedBytesException e) {
                assertTrue(String.valueOf(e.getMessage()).length() > 0);
            }
        }
    }
}
