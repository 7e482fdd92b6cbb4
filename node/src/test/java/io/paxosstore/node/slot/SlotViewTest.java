package io.paxosstore.node.slot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Configuration;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What a node knows of the slots in which it stands. */
class SlotViewTest {
    private static final int SELF = 4;
    private static final Configuration FIRST = Configuration.first(1, 2, 3);

    /** Each has a configuration object of its own. */
    private static SlotRecord record(int slot, boolean rightLost) {
        SlotConfiguration joint =
                SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(1, 2, 4));
        return new SlotRecord(slot, joint, SlotStanding.REBUILDING, rightLost);
    }

    private static SlotView view() {
        List<SlotRecord> records = List.of(record(5, false), record(9, false), record(7, true));
        return SlotView.of(SELF, slot -> FIRST, records);
    }

    /** Each message looks at one: were each another object, no cache would have it. */
    @Test
    void whatIsEnteredAlikeIsOneObject() {
        SlotView view = view();
        assertSame(view.configurationOf(5), view.configurationOf(9));
    }

    @Test
    void aRightThatIsLostIsLostInItsSlotAlone() {
        SlotView view = view();
        assertNotSame(view.configurationOf(5), view.configurationOf(7));
        assertEquals(1, view.configurationOf(5).right().owner());
        assertEquals(0, view.configurationOf(7).right().owner());
        assertTrue(view.isRightLost(7));
        assertFalse(view.isRightLost(5));
    }
}
