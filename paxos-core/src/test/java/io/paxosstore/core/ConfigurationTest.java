package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Configurations follow each other as Rules M3, M4, M7 and M9 say. */
class ConfigurationTest {
    private static final Voters OLD = new Voters(3, 1, 2);
    private static final Voters NEXT = new Voters(1, 4, 2);
    private final Configuration first = Configuration.first(OLD);

    @Test
    void aChangeHasTheVotersOfBothAndEndsWithOneOfThem() {
        Configuration joint = first.joinedBy(5, NEXT);
        assertTrue(joint.isJoint());
        assertEquals("[3, 1, 2, 4]", joint.voters().toString());
        Configuration made = joint.completed(6, 0);
        assertEquals("[1, 4, 2]", made.voters().toString(), "in its own order of preference");
        assertFalse(made.isJoint());
        Configuration undone = joint.takenBack(9);
        assertEquals("[3, 1, 2]", undone.voters().toString());
        assertEquals(9, undone.epoch());
    }

    /** Rule M4. */
    @Test
    void whoComesIsANewcomerToWhoeverStoodBefore() {
        Configuration joint = first.joinedBy(5, NEXT);
        assertTrue(joint.isNewcomer(4, 1));
        assertFalse(joint.isNewcomer(1, 1), "it stays");
        assertFalse(joint.isNewcomer(3, 1), "it leaves, and may come back by taking back");
        Configuration made = joint.completed(6, 0);
        assertFalse(made.isNewcomer(4, 5), "it has entered the change");
        assertTrue(made.isNewcomer(4, 1), "it has slept through the change");
        Configuration back = made.joinedBy(7, OLD).completed(8, 0);
        assertTrue(back.isNewcomer(3, 1), "a voter in both epochs, and none between them");
        assertFalse(back.isNewcomer(1, 1));
    }

    /** Rule M9. */
    @Test
    void theRightToEntryOneGoesToOneThatCameWithTheChange() {
        Configuration joint = first.joinedBy(5, NEXT);
        assertEquals(new Configuration.StaticRight(0, 5, 5), joint.right());
        assertEquals(new Configuration.StaticRight(4, 5, 5), joint.completed(6, 4).right());
        assertThrows(Invariant.Violation.class, () -> joint.completed(6, 1), "1 was there before");
        assertThrows(Invariant.Violation.class, () -> joint.completed(6, 7), "7 is no voter");
        assertEquals(first.right(), joint.takenBack(6).right());
        Configuration ownerless = joint.completed(6, 0);
        assertEquals(0, ownerless.right().owner());
        assertEquals(5, ownerless.right().least(), "what may have been used stays refused");
    }

    @Test
    void theRightStaysWithAnOwnerThatStays() {
        Configuration joint = first.joinedBy(5, new Voters(4, 3, 2));
        assertEquals(first.right(), joint.right());
        assertEquals(first.right(), joint.completed(6, 0).right());
    }

    @Test
    void whatDoesNotFollowIsRefused() {
        Configuration joint = first.joinedBy(5, NEXT);
        assertThrows(Invariant.Violation.class, () -> first.joinedBy(1, NEXT), "same epoch");
        assertThrows(Invariant.Violation.class, () -> joint.joinedBy(6, OLD), "under way");
        assertThrows(Invariant.Violation.class, () -> joint.completed(5, 0), "same epoch");
        assertThrows(Invariant.Violation.class, () -> first.takenBack(2), "nothing to take back");
        assertThrows(Invariant.Violation.class, () -> first.joinedBy(2, new Voters(1, 2)), "even");
    }
}
