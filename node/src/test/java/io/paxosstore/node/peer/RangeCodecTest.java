package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.node.scan.KeyRange;
import io.paxosstore.node.scan.RangeFrame;
import io.paxosstore.node.scan.SlotDigest;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Questions for digests of ranges of keys, and what is answered. */
final class RangeCodecTest {
    private static final SlotEpochs SLOTS =
            TestSlots.epochs(TestSlots.unchanged(1, 1, 2, 3), 300, 301, 303);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static RangeFrame.Ask ask(int place) {
        KeyRange range = new KeyRange(7, bytes("p"), 3, bytes("pa"), 5, bytes("pz"));
        return new RangeFrame.Ask(300, -2, range, SLOTS, place, 9, List.of(bytes("pb")));
    }

    private static RangeFrame.Answer answer() {
        List<SlotDigest> digests = List.of(new SlotDigest(2, -5), new SlotDigest(0, 0));
        return new RangeFrame.Answer(300, SLOTS, 5, 0, digests, List.of(bytes("pc")));
    }

    private static byte[] body(RangeFrame frame) {
        byte[] frameBytes = PeerFrames.range(frame);
        return Arrays.copyOfRange(frameBytes, 5, frameBytes.length - PeerFrames.CHECKSUM_BYTES);
    }

    @Test
    void goldenFrames() {
        assertEquals(
                "ac02"
                        + "fffffffffffffffe"
                        + "07"
                        + "0170"
                        + "03"
                        + "027061"
                        + "05"
                        + "02707a"
                        + "02ac020201010101"
                        + "04"
                        + "09"
                        + "01027062",
                HexFormat.of().formatHex(body(ask(4))));
        assertEquals(
                "ac02"
                        + "02ac020201010101"
                        + "05"
                        + "00"
                        + "02"
                        + "02fffffffffffffffb"
                        + "000000000000000000"
                        + "01027063",
                HexFormat.of().formatHex(body(answer())));
    }

    @Test
    void framesAreReadAsTheyWereWritten() {
        byte[] asked = body(ask(4));
        assertArrayEquals(asked, body(RangeCodec.readAsk(ByteReader.of(asked))));
        byte[] answered = body(answer());
        assertArrayEquals(answered, body(RangeCodec.readAnswer(ByteReader.of(answered))));
    }

    @Test
    void nothingShorterIsTaken() {
        byte[] asked = body(ask(4));
        for (int length = 0; length < asked.length; length++) {
            ByteReader cut = ByteReader.of(Arrays.copyOf(asked, length));
            assertThrows(MalformedBytesException.class, () -> RangeCodec.readAsk(cut));
        }
        byte[] answered = body(answer());
        for (int length = 0; length < answered.length; length++) {
            ByteReader cut = ByteReader.of(Arrays.copyOf(answered, length));
            assertThrows(MalformedBytesException.class, () -> RangeCodec.readAnswer(cut));
        }
    }

    @Test
    void aPlaceOutsideOfTheRangeIsNone() {
        for (int place : List.of(2, 6)) {
            byte[] asked = body(ask(place));
            assertThrows(
                    MalformedBytesException.class, () -> RangeCodec.readAsk(ByteReader.of(asked)));
        }
    }
}
