package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

import java.util.Objects;

/** When a node is walked over again. */
final class WalkPlanTest {
    private static final long SECOND = 1_000_000_000L;

    private final SweepWorld world = new SweepWorld();

    /** A million entities are not listed every half minute. */
    @Test
    void walksWhileANodeIsAwayTakeASmallShareOfTheTime() {
        WalkPlan plan = new WalkPlan(1, new int[] {2, 3}, world);
        world.up.remove(3);
        Walk walk = Objects.requireNonNull(plan.next(0));
        plan.ended(walk, 10 * SECOND);
        long share = 40 * 10 * SECOND;
        Walk own = Objects.requireNonNull(plan.next(10 * SECOND + share - 1));
        assertEquals(1, own.nodeId, "what is pending here is of no other's time");
        assertNull(plan.next(10 * SECOND + share - 1));
        Walk again = Objects.requireNonNull(plan.next(10 * SECOND + share));
        assertEquals(Walk.Purpose.CATCH_UP, again.purpose);
    }
}
