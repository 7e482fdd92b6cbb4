package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.node.slot.SlotFrame;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Rule M1: what nodes say of slots comes over as it was said, or not at all. */
final class SlotCodecTest {
    private static final int LAST = Slots.COUNT - 1;
    private static final SlotConfiguration.Stable FIRST = SlotConfiguration.first(List.of(1, 2, 3));

    private static byte[] body(SlotFrame frame, int type) {
        byte[] bytes = PeerFrames.slot(frame);
        assertEquals(bytes.length - 4, ByteReader.of(bytes).getInt(), "the frame's length");
        assertEquals(type, bytes[4]);
        return Arrays.copyOfRange(bytes, 5, bytes.length - PeerFrames.CHECKSUM_BYTES);
    }

    private static void assertComesOver(int slot, SlotConfiguration configuration) {
        SlotFrame told = new SlotFrame.Told(new SlotChange(slot, configuration));
        ByteReader in = ByteReader.of(body(told, PeerFrames.SLOT_TOLD));
        assertEquals(told, SlotCodec.readTold(in));
        assertEquals(0, in.remaining());
    }

    private static void assertMalformed(String hex) {
        ByteReader in = ByteReader.of(HexFormat.of().parseHex(hex));
        assertThrows(MalformedBytesException.class, () -> SlotCodec.readTold(in), hex);
    }

    @Test
    void questionsComeOver() {
        for (int slot : new int[] {0, 127, 128, LAST}) {
            SlotFrame ask = new SlotFrame.Ask(slot);
            ByteReader in = ByteReader.of(body(ask, PeerFrames.SLOT_ASK));
            assertEquals(ask, SlotCodec.readAsk(in));
            assertEquals(0, in.remaining());
        }
    }

    @Test
    void configurationsComeOver() {
        assertComesOver(0, FIRST);
        assertComesOver(LAST, SlotConfiguration.first(List.of(ClusterNode.ID_MAX)));
        SlotConfiguration.Joint joint = FIRST.towards(List.of(3, 4, 5));
        assertComesOver(1, joint);
        assertComesOver(2, joint.completed());
        assertComesOver(3, joint.completed(5));
        assertComesOver(4, joint.reversed());
        assertComesOver(5, joint.completed(4).towards(List.of(1)));
        SlotConfiguration.Stable five = SlotConfiguration.first(List.of(1, 2, 3, 4, 5));
        assertComesOver(6, five.towards(List.of(6, 7, 8, 9, 10)));
    }

    @Test
    void goldenBytes() {
        assertArrayEquals(
                HexFormat.of().parseHex("ff7f"),
                body(new SlotFrame.Ask(LAST), PeerFrames.SLOT_ASK));
        assertArrayEquals(
                HexFormat.of()
                        .parseHex(
                                "05" + "b3" + "02" + "01" + "01" + "00" + "0102" + "0202" + "0302"
                                        + "010204"),
                body(
                        new SlotFrame.Told(new SlotChange(5, FIRST.towards(List.of(1, 2, 4)))),
                        PeerFrames.SLOT_TOLD));
    }

    @Test
    void thereIsNoSlotBeyondTheLast() {
        for (long slot : new long[] {Slots.ALL, Integer.MAX_VALUE, 1L << 31, -1}) {
            byte[] number = new ByteWriter(16).putVarint(slot).toBytes();
            assertThrows(
                    MalformedBytesException.class, () -> SlotCodec.readAsk(ByteReader.of(number)));
            byte[] told =
                    new ByteWriter(32)
                            .putVarint(slot)
                            .putRaw(HexFormat.of().parseHex("010101010000" + "0101"))
                            .toBytes();
            assertThrows(
                    MalformedBytesException.class, () -> SlotCodec.readTold(ByteReader.of(told)));
        }
        assertThrows(
                MalformedBytesException.class, () -> SlotCodec.readAsk(ByteReader.of(new byte[0])));
    }

    /** The connection ends with it; the node goes on. */
    @Test
    void whatCannotBeIsMalformed() {
        assertMalformed("05" + "00" + "01" + "00" + "01"); // nobody votes
        assertMalformed("05" + "02" + "01" + "01" + "01" + "00" + "0101" + "0201"); // two
        assertMalformed("05" + "03" + "01" + "01" + "01" + "00" + "0101" + "0201" + "0101"); // one
        assertMalformed("05" + "01" + "00" + "01" + "01" + "00" + "0100"); // epoch 0
        assertMalformed(
                "05" + "01" + "8080808008" + "01" + "01" + "00" + "0100"); // beyond the last
        assertMalformed("05" + "01" + "01" + "02" + "01" + "00" + "0101"); // owner 2 of 1 voters
        assertMalformed("05" + "01" + "01" + "01" + "00" + "00" + "0101"); // least number 0
        assertMalformed("05" + "01" + "01" + "01" + "01" + "00" + "0102"); // since epoch -1
        assertMalformed("05" + "01" + "01" + "01" + "01" + "00" + "0001"); // node 0
        assertMalformed("05" + "08" + "01" + "01" + "01" + "00" + "0101"); // an unknown bit
        assertMalformed("05" + "07" + "01" + "00" + "01"); // seven voters
        // Joint, and the same voters before and after.
        assertMalformed("05" + "91" + "02" + "01" + "01" + "00" + "0102" + "01");
        // Sums beyond 64 bits.
        assertMalformed("05" + "01" + "01" + "01" + "01" + "ffffffffffffffffff01" + "0101");
        assertMalformed("05" + "01" + "01" + "01" + "ffffffffffffffff7f" + "01" + "0101");
        assertMalformed("05" + "01" + "01" + "01" + "01" + "00" + "01" + "ffffffffffffffffff01");
    }

    @Test
    void nothingShorterIsTaken() {
        byte[] whole =
                body(
                        new SlotFrame.Told(new SlotChange(300, FIRST.towards(List.of(3, 4, 5)))),
                        PeerFrames.SLOT_TOLD);
        for (int length = 0; length < whole.length; length++) {
            ByteReader cut = ByteReader.of(Arrays.copyOf(whole, length));
            assertThrows(MalformedBytesException.class, () -> SlotCodec.readTold(cut));
        }
    }

    /** Whatever a byte is changed to: another configuration or a refusal, nothing else. */
    @Test
    void nothingElseComesOfAnyChangedByte() {
        byte[] whole =
                body(
                        new SlotFrame.Told(new SlotChange(300, FIRST.towards(List.of(3, 4, 5)))),
                        PeerFrames.SLOT_TOLD);
        for (int at = 0; at < whole.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] changed = whole.clone();
                changed[at] = (byte) value;
                try {
                    SlotCodec.readTold(ByteReader.of(changed));
                } catch (MalformedBytesException e) {
                    assertEquals(MalformedBytesException.class, e.getClass());
                }
            }
        }
    }
}
