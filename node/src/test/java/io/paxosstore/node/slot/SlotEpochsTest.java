package io.paxosstore.node.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;

final class SlotEpochsTest {
    private static final int LAST = Slots.SYSTEM;
    private static final SlotConfiguration JOINT =
            SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(1, 2, 4));

    private final SlotView first = TestSlots.unchanged(1, 1, 2, 3);

    /** Slots 5 and 7 are in epoch 2, all others in their first. */
    private final SlotView later =
            TestSlots.entered(
                    first,
                    new SlotRecord(5, JOINT, SlotStanding.WHOLE),
                    new SlotRecord(7, JOINT, SlotStanding.WHOLE));

    private static byte[] bytes(SlotEpochs slots) {
        ByteWriter out = new ByteWriter(16);
        slots.write(out);
        return out.toBytes();
    }

    private static SlotEpochs read(String hex) {
        ByteReader in = ByteReader.of(HexFormat.of().parseHex(hex));
        SlotEpochs slots = SlotEpochs.read(in);
        in.end();
        return slots;
    }

    private static void assertNone(String hex) {
        assertThrows(MalformedBytesException.class, () -> read(hex), hex);
    }

    @Test
    void haveTheEpochsOfAView() {
        SlotEpochs slots = TestSlots.epochs(later, 0, 4, 5, 6, 7, LAST);
        assertEquals(
                List.of(
                        new SlotEpoch(0, 1),
                        new SlotEpoch(4, 1),
                        new SlotEpoch(5, 2),
                        new SlotEpoch(6, 1),
                        new SlotEpoch(7, 2),
                        new SlotEpoch(LAST, 1)),
                slots.toList());
        assertEquals(6, slots.size());
        assertFalse(slots.isEmpty());
        assertEquals(2, slots.epochOf(5));
        assertEquals(1, slots.epochOf(6));
        assertEquals(1, slots.epochOf(LAST));
        for (int other : new int[] {1, 3, 8, LAST - 1}) {
            assertEquals(0, slots.epochOf(other), "slot " + other + " is none of them");
        }
    }

    @Test
    void noSlotsAreNone() {
        assertSame(SlotEpochs.NONE, TestSlots.epochs(later));
        SlotEpochs some = TestSlots.epochs(later, 1, 2, 3);
        assertEquals(SlotEpochs.NONE, some.without(some));
        assertEquals(SlotEpochs.NONE, SlotEpochs.NONE.and(some));
        assertTrue(some.filter((slot, epoch) -> false).isEmpty());
        assertEquals(0, SlotEpochs.NONE.size());
        assertEquals(0, SlotEpochs.NONE.epochOf(0));
        assertEquals(List.of(), SlotEpochs.NONE.toList());
    }

    @Test
    void filterSplitsRuns() {
        SlotEpochs even =
                TestSlots.epochs(first, 0, 1, 2, 3, 4).filter((slot, epoch) -> slot % 2 == 0);
        assertEquals(TestSlots.epochs(first, 0, 2, 4), even);
        assertEquals(0, even.epochOf(1));
        SlotEpochs late = TestSlots.epochs(later, 4, 5, 6).filter((slot, epoch) -> epoch == 2);
        assertEquals(List.of(new SlotEpoch(5, 2)), late.toList());
    }

    /** What was refused is not asked for, whatever the epoch is in which it was refused. */
    @Test
    void withoutTakesNoNoticeOfEpochs() {
        SlotEpochs mine = TestSlots.epochs(later, 4, 5, 6);
        assertEquals(TestSlots.epochs(later, 4, 6), mine.without(TestSlots.epochs(first, 5, 9)));
        assertEquals(mine, mine.without(SlotEpochs.NONE));
    }

    /** Rule M6: what was rebuilt in one epoch counts in no other. */
    @Test
    void andTakesNoticeOfEpochs() {
        SlotEpochs mine = TestSlots.epochs(later, 4, 5, 6);
        assertEquals(TestSlots.epochs(later, 4, 6), mine.and(TestSlots.epochs(first, 4, 5, 6, 7)));
        assertEquals(mine, mine.and(mine));
    }

    @Test
    void whoeverAsksForTheSlotsMayChangeThem() {
        SlotEpochs slots = TestSlots.epochs(later, 4, 5);
        slots.slots().clear();
        BitSet both = new BitSet();
        both.set(4, 6);
        assertEquals(both, slots.slots());
    }

    @Test
    void areEqualWhenSlotsAndEpochsAre() {
        assertEquals(TestSlots.epochs(first, 4, 6), TestSlots.epochs(later, 4, 6));
        assertEquals(
                TestSlots.epochs(first, 4, 6).hashCode(), TestSlots.epochs(later, 4, 6).hashCode());
        assertNotEquals(TestSlots.epochs(first, 5), TestSlots.epochs(later, 5));
        assertNotEquals(TestSlots.epochs(first, 5), TestSlots.epochs(first, 4));
    }

    @Test
    void goldenBytes() {
        assertEquals("00", HexFormat.of().formatHex(bytes(SlotEpochs.NONE)));
        SlotEpochs slots = TestSlots.epochs(later, 0, 4, 5, 6);
        String golden = "04" + "000101" + "030101" + "000102" + "000101";
        assertEquals(golden, HexFormat.of().formatHex(bytes(slots)));
        assertEquals(slots, read(golden));
    }

    @Test
    void allSlotsOfOneEpochAreOneRun() {
        BitSet all = new BitSet();
        all.set(0, Slots.ALL);
        SlotEpochs slots = SlotEpochs.of(all, first);
        assertEquals(Slots.ALL, slots.size());
        assertEquals(6, bytes(slots).length);
        assertEquals(slots, SlotEpochs.read(ByteReader.of(bytes(slots))));
    }

    @Test
    void everyOtherSlotComesBackAsItWent() {
        BitSet odd = new BitSet();
        for (int slot = 1; slot <= LAST; slot += 2) {
            odd.set(slot);
        }
        SlotEpochs slots = SlotEpochs.of(odd, later);
        SlotEpochs back = SlotEpochs.read(ByteReader.of(bytes(slots)));
        assertEquals(slots, back);
        assertEquals(Slots.COUNT / 2, back.size());
        assertEquals(2, back.epochOf(7));
        assertEquals(1, back.epochOf(LAST - 1));
    }

    @Test
    void hostileBytesAreNone() {
        assertNone("");
        assertNone("01");
        assertNone("0100");
        assertNone("010001");
        assertNone("02" + "000101");
        assertNone("01" + "000001"); // no slots in a run
        assertNone("01" + "000100"); // there is no epoch 0
        assertNone("01" + "00828001" + "01"); // 16,386 slots from 0
        assertNone("01" + "818001" + "01" + "01"); // slot 16,385
        assertNone("02" + "00818001" + "01" + "00" + "01" + "01"); // more after the last slot
        assertNone("01" + "ffffffff07" + "ffffffff07" + "01"); // their sum has more than 31 bits
        assertNone("01" + "00" + "01" + "8080808008"); // an epoch of 32 bits
        assertNone("01" + "ffffffffffffffffff01" + "01" + "01"); // before the run before
        assertNone("ffffffff07"); // 2,147,483,647 runs
        assertNone("ffffffff07" + "000101");
        assertNone("ffffffffffffffffff01");
    }
}
