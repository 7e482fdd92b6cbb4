package io.paxosstore.sim.invariant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.invariant.EpochTruth.Change;

import org.junit.jupiter.api.Test;

/** A node comes with a change of voters, and crashes about its first vote (Rules M4, M14). */
class EpochTruthTest {
    private static final int NEWCOMER = 4;
    private static final EntityKey KEY = new EntityKey(1, new byte[] {7});
    private static final Stored VOTED = new Stored(0, null, 3, 9, 0, null, null, true);

    private int epoch = 2;
    private final EpochTruth truth = new EpochTruth(KEY, NEWCOMER, new Coming());

    /** The newcomer came with epoch 2 of the slot, and is voter of all later ones. */
    private final class Coming implements Electorate {
        @Override
        public int epochOf(int node, EntityKey key) {
            return epoch;
        }

        @Override
        public boolean comesAnew(int node, EntityKey key, int before) {
            return before < 2;
        }

        @Override
        public boolean isComing(int node, EntityKey key) {
            return epoch == 2;
        }

        @Override
        public boolean isMajority(EntityKey key, int inEpoch, int nodes) {
            return Integer.bitCount(nodes) > 1;
        }
    }

    /** The record was on its way to the disk when the node crashed, and is there after all. */
    @Test
    void aFirstVoteThatLandsWithACrashIsOfItsEpoch() {
        truth.writes(NEWCOMER);
        assertTrue(truth.comesBack(NEWCOMER, VOTED));
        epoch = 3;
        assertEquals(Change.ANOTHER, truth.entered(NEWCOMER));
    }

    @Test
    void whoHasWrittenNothingComesAnew() {
        assertFalse(truth.comesBack(NEWCOMER, Stored.NOTHING));
        epoch = 3;
        assertEquals(Change.ANEW, truth.entered(NEWCOMER));
    }

    /** What lies on its disk is of an earlier tenure: it stands nowhere by it. */
    @Test
    void recordsThatItHasNotWrittenSinceItCameSayNothing() {
        truth.comesBack(NEWCOMER, VOTED);
        assertEquals(Change.ANEW, truth.entered(NEWCOMER));
    }

    @Test
    void itNeverGoesBack() {
        truth.come(NEWCOMER);
        epoch = 1;
        assertEquals(
                "EpochNeverFalls",
                assertThrows(SimViolation.class, () -> truth.neverFalls(NEWCOMER)).invariant());
    }
}
