package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.topology.SlotConfiguration.Stable;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Where a planned move leads. */
final class PlannedMoveTest {
    private static final PlannedMove MOVE = new PlannedMove(7, 1, List.of(2, 300, 4));

    private static void leads(boolean there, boolean inOrder, Integer... ids) {
        Stable slot = SlotConfiguration.first(List.of(ids));
        assertEquals(there, MOVE.leadsTo(slot.voters()), () -> slot.ids().toString());
        assertEquals(inOrder, MOVE.isAs(slot.voters()), () -> slot.ids().toString());
    }

    @Test
    void itLeadsToItsVotersInWhateverOrder() {
        leads(true, true, 2, 300, 4);
        leads(true, false, 300, 2, 4);
        leads(false, false, 2, 300, 5);
        leads(false, false, 2);
        leads(false, false, 2, 300, 4, 5, 6);
    }
}
