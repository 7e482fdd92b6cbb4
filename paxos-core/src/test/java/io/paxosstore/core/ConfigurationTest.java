package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What replicas make of the configurations that the topology has (Rules M3, M4). */
class ConfigurationTest {
    private static final SlotConfiguration.Stable FIRST = SlotConfiguration.first(List.of(3, 1, 2));
    private static final SlotConfiguration.Joint JOINT = FIRST.towards(List.of(1, 4, 2));
    private final Configuration joint = Configuration.of(JOINT);

    /** Those before are at the places 0 to 2, in the order 3, 1, 2; node 4 is at place 3. */
    @Test
    void aChangeHasTheVotersOfBoth() {
        assertEquals("[3, 1, 2, 4]", joint.voters().toString());
        assertEquals("{0, 1, 2} to {1, 2, 3}", joint.quorum().toString());
        Configuration made = Configuration.of(JOINT.completed());
        assertEquals("[1, 4, 2]", made.voters().toString(), "in its own order of preference");
        assertTrue(made.quorum().isMajority(VoterSet.of(0).with(1)));
    }

    /** Rule M4. */
    @Test
    void whoComesIsANewcomerToWhoeverStoodBefore() {
        assertFalse(Configuration.of(FIRST).isNewcomer(1, 0), "there was nothing before");
        assertTrue(joint.isNewcomer(4, 1));
        assertTrue(joint.isNewcomer(4, 0), "a new disk");
        assertFalse(joint.isNewcomer(1, 1), "it stays");
        assertFalse(joint.isNewcomer(3, 1), "it leaves, and may come back by taking back");
        assertFalse(joint.isNewcomer(9, 1), "no voter");
        SlotConfiguration.Stable made = JOINT.completed();
        assertFalse(Configuration.of(made).isNewcomer(4, 2), "it has entered the change");
        assertTrue(Configuration.of(made).isNewcomer(4, 1), "it has slept through the change");
        Configuration back = Configuration.of(made.towards(List.of(3, 1, 2)).completed());
        assertTrue(back.isNewcomer(3, 1), "a voter in both epochs, and none between them");
        assertFalse(back.isNewcomer(1, 1));
    }
}
