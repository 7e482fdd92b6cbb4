package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.FirstConfigurations;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Whether a node says that it lacks what it has promised. */
final class StoreStandingTest {
    private static final SlotConfiguration.Joint COMING =
            SlotConfiguration.first(List.of(1, 2, 3)).towards(List.of(4, 2, 3));
    private static final SlotConfiguration.Stable THERE = COMING.completed(4);

    private static SlotView view(SlotConfiguration slot, SlotStanding standing) {
        return SlotView.of(
                4, new FirstConfigurations(1, 2, 3), List.of(new SlotRecord(7, slot, standing)));
    }

    private final AtomicReference<SlotView> view =
            new AtomicReference<>(view(THERE, SlotStanding.WHOLE));
    private final AtomicReference<Standing> store = new AtomicReference<>(Standing.WHOLE);
    private final StoreStanding standing = new StoreStanding(store::get, view::get);

    @Test
    void aVoterThatHasLostItsSlotsIsNotWhole() {
        assertEquals(Standing.WHOLE, standing.get());
        view.set(view(THERE, SlotStanding.REBUILDING));
        assertEquals(Standing.REBUILDING, standing.get());
        view.set(view(THERE, SlotStanding.WHOLE));
        assertEquals(Standing.WHOLE, standing.get());
    }

    @Test
    void whoComesToASlotLacksNothingThatCounts() {
        view.set(view(COMING, SlotStanding.REBUILDING));
        assertEquals(Standing.WHOLE, standing.get());
    }

    @Test
    void whatTheStoreLacksItSaysItself() {
        store.set(Standing.NEW);
        view.set(view(THERE, SlotStanding.REBUILDING));
        assertEquals(Standing.NEW, standing.get());
        store.set(Standing.REBUILDING);
        assertEquals(Standing.REBUILDING, standing.get());
    }
}
