package io.paxosstore.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.call.Route;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.node.slot.TestSlots;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rule M13: only voters propose and serve reads. */
final class SlotRoutingTest {
    private static final int SLOT = 77;
    private static final EntityKey KEY = TestSlots.keyIn(SLOT, 1, 0);
    private static final SlotConfiguration.Joint GOES =
            SlotConfiguration.first(List.of(3, 1, 2)).towards(List.of(4, 2, 3));

    private final List<EntityKey> asked = new ArrayList<>();
    private final Route among = new Route.There(List.of(9));

    private boolean isUndecided;

    private SlotRouting routing(NodeSlots slots) {
        return new SlotRouting(
                1,
                slots,
                key -> isUndecided,
                key -> {
                    asked.add(key);
                    return among;
                });
    }

    private static NodeSlots slots(SlotView view) {
        SlotDisk disk = new SlotDisk(new IdentityStore(Standing.WHOLE, false, 0));
        return new NodeSlots(
                1,
                view,
                disk,
                List.of(),
                task -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
    }

    @Test
    void whereThisNodeVotesSomethingElseSaysWhoExecutes() {
        SlotRouting routing = routing(slots(TestSlots.unchanged(1, 3, 1, 2)));
        assertSame(among, routing.route(KEY));
        assertEquals(List.of(KEY), asked);
    }

    @Test
    void whereItDoesNotTheVotersAreTriedInTheirOrder() {
        SlotRouting routing = routing(slots(TestSlots.unchanged(1, 3, 4, 2)));
        assertEquals(new Route.There(List.of(3, 4, 2)), routing.route(KEY));
        assertEquals(List.of(), asked);
    }

    /** Rule M8: by the others it learns in which epochs it stands; one of them may not know it. */
    @Test
    void whileThisNodeIsInDoubtTheOtherVotersAreTriedInTurn() {
        SlotRouting routing = routing(slots(TestSlots.unchanged(1, 3, 1, 2)));
        isUndecided = true;
        Set<Integer> first = new HashSet<>();
        for (int i = 0; i < 2; i++) {
            Route.There there = assertInstanceOf(Route.There.class, routing.route(KEY));
            assertEquals(Set.of(2, 3), Set.copyOf(there.nodeIds()));
            first.add(there.nodeIds().getFirst());
        }
        assertEquals(Set.of(2, 3), first);
        isUndecided = false;
        assertSame(among, routing.route(KEY));
    }

    /** As soon as it is durable that this node votes no more. */
    @Test
    void followsTheEpochsThatAreEntered() {
        NodeSlots slots = slots(TestSlots.unchanged(1, 3, 1, 2));
        SlotRouting routing = routing(slots);
        slots.learn(List.of(new SlotChange(SLOT, GOES)));
        assertSame(among, routing.route(KEY), "it votes until the change ends");
        SlotView gone =
                TestSlots.entered(
                        slots.view(), new SlotRecord(SLOT, GOES.completed(), SlotStanding.NONE));
        assertEquals(new Route.There(List.of(4, 2, 3)), routing(slots(gone)).route(KEY));
        assertSame(among, routing.route(TestSlots.keyIn(SLOT + 1, 1, 0)), "another slot");
    }
}
