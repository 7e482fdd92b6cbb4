package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Rule E2: a node whose clock is behind those of others goes on above what it was told. */
class OwnStampsTest {
    private final OwnStamps stamps = new OwnStamps();

    @Test
    void stampsAreTheClockAndGrowWhateverItDoes() {
        assertEquals(0, stamps.last());
        assertEquals(100L << 32, stamps.next(100_900));
        assertEquals((100L << 32) + 1, stamps.next(100_950));
        assertEquals((100L << 32) + 2, stamps.next(7_000));
        assertEquals((100L << 32) + 2, stamps.last());
        assertEquals(101L << 32, stamps.next(101_000));
    }

    @Test
    void whatAnEntityHasForgottenIsLeftBehind() {
        stamps.next(100_000);
        stamps.raiseAbove(18_000L << 32);
        assertEquals((18_000L << 32) + 1, stamps.next(101_000), "hours behind");
        stamps.raiseAbove(50L << 32);
        assertEquals((18_000L << 32) + 2, stamps.next(102_000), "nothing new");
    }
}
