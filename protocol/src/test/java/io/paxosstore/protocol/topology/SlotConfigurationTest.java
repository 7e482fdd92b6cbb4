package io.paxosstore.protocol.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What becomes of voters and of the static right when a slot's voters change. */
final class SlotConfigurationTest {
    private static final Stable FIRST = SlotConfiguration.first(List.of(1, 2, 3));

    private static String refusal(Runnable what) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }

    @Test
    void thoseOfTheBeginningAreNoNewcomers() {
        assertEquals(1, FIRST.epoch());
        assertEquals(List.of(new Voter(1, 0), new Voter(2, 0), new Voter(3, 0)), FIRST.voters());
        assertEquals(new StaticRight(1, 1, 1), FIRST.right());
    }

    @Test
    void onlyWhoJoinsIsANewcomer() {
        Joint joint = FIRST.towards(List.of(1, 4, 3));
        assertEquals(2, joint.epoch());
        assertEquals(List.of(new Voter(4, 2)), joint.newcomers());
        assertEquals(List.of(1, 2, 3, 4), joint.ids(), "those that have the data are asked first");
        Stable done = joint.completed();
        assertEquals(3, done.epoch());
        assertEquals(List.of(new Voter(1, 0), new Voter(4, 2), new Voter(3, 0)), done.voters());
    }

    @Test
    void whoComesBackIsANewcomerAgain() {
        Stable without = FIRST.towards(List.of(1, 2, 4)).completed();
        Joint back = without.towards(List.of(1, 2, 3));
        assertEquals(List.of(new Voter(3, 4)), back.newcomers());
    }

    @Test
    void aReversedChangeIsAsIfItHadNotBeenButForTheEpoch() {
        for (List<Integer> next : List.of(List.of(4, 2, 3), List.of(1, 2, 4), List.of(4, 5, 6))) {
            Stable back = FIRST.towards(next).reversed();
            assertEquals(3, back.epoch());
            assertEquals(FIRST.voters(), back.voters());
            assertEquals(FIRST.right(), back.right());
        }
    }

    @Test
    void anOwnerThatStaysKeepsItsRightAndNumber() {
        Joint joint = FIRST.towards(List.of(2, 1, 4));
        assertEquals(FIRST.right(), joint.right());
        assertEquals(FIRST.right(), joint.completed().right());
        assertEquals(
                "Node 1 stays and keeps the right; name no other.",
                refusal(() -> joint.completed(4)));
    }

    @Test
    void whenTheOwnerLeavesItsNumbersEndAndOnlyANewcomerMayFollow() {
        Joint joint = FIRST.towards(List.of(4, 2, 3));
        assertEquals(new StaticRight(StaticRight.NOBODY, 0, 2), joint.right());
        assertEquals(new StaticRight(StaticRight.NOBODY, 0, 2), joint.completed().right());
        Stable named = joint.completed(4);
        assertEquals(new StaticRight(4, 2, 2), named.right());
        assertEquals(
                "Node 2 did not join in this change; the right may go to one of [4].",
                refusal(() -> joint.completed(2)));
        Joint again = named.towards(List.of(5, 2, 3));
        assertEquals(4, again.right().least(), "above every number of before");
    }

    @Test
    void aRightThatNobodyHasCanBeGivenLater() {
        Stable nobody = FIRST.towards(List.of(4, 2, 3)).completed();
        assertEquals(
                new StaticRight(5, 4, 4), nobody.towards(List.of(4, 5, 3)).completed(5).right());
    }

    @Test
    void theOrderChangesWithoutAnEpoch() {
        Stable reordered = FIRST.reordered(List.of(3, 1, 2));
        assertEquals(1, reordered.epoch());
        assertEquals(List.of(3, 1, 2), reordered.ids());
        assertEquals(1, reordered.right().owner(), "the owner stays");
        assertEquals(
                "The order [3, 1, 4] is not one of the voters [1, 2, 3]; begin a change to have"
                        + " other voters.",
                refusal(() -> FIRST.reordered(List.of(3, 1, 4))));
        assertThrows(IllegalArgumentException.class, () -> FIRST.reordered(List.of(3)));
    }

    @Test
    void theNumberOfVotersMayChange() {
        Stable five = FIRST.towards(List.of(1, 2, 3, 4, 5)).completed();
        assertEquals(List.of(1, 2, 3, 4, 5), five.ids());
        Joint fewer = five.towards(List.of(1, 2, 3));
        assertEquals(List.of(), fewer.newcomers());
        assertEquals(List.of(1, 2, 3), fewer.completed().ids());
    }

    @Test
    void whatCannotBeIsRefusedInOneSentence() {
        assertEquals(
                "A slot has 2 voters; it needs 1, 3 or 5.",
                refusal(() -> SlotConfiguration.first(List.of(1, 2))));
        assertEquals(
                "Node 2 votes twice in a slot; voters must differ.",
                refusal(() -> SlotConfiguration.first(List.of(1, 2, 2))));
        assertEquals(
                "The voters [3, 2, 1] are those that vote already; change their order instead.",
                refusal(() -> FIRST.towards(List.of(3, 2, 1))));
        assertEquals(
                "Node 9 has the static right and is none of the voters [1, 2, 3]; name one of"
                        + " them, or nobody.",
                refusal(() -> new Stable(1, FIRST.voters(), new StaticRight(9, 1, 1))));
        assertEquals(
                "Node 4 is said to have joined in epoch 1; it did in epoch 2.",
                refusal(() ->
                        new Joint(
                                2,
                                FIRST.voters(),
                                List.of(FIRST.voters().get(0), new Voter(4, 1), new Voter(5, 2)),
                                FIRST.right())));
        assertEquals(
                "Epoch 4294967296 of a slot is out of range; epochs are 1 to 2147483647.",
                refusal(() -> new Stable(1L << 32, FIRST.voters(), FIRST.right())));
    }

    /** Rule M7: where a new majority may have nobody in common with an old one, all must walk. */
    @Test
    void whoMustBeWholeBeforeAChangeEnds() {
        Stable three = SlotConfiguration.first(List.of(1, 2, 3));
        Stable five = SlotConfiguration.first(List.of(1, 2, 3, 4, 5));
        assertEquals(List.of(4), three.towards(List.of(4, 2, 3)).mustBeWhole());
        assertEquals(List.of(4, 5, 6), three.towards(List.of(4, 5, 6)).mustBeWhole());
        assertEquals(List.of(4, 5), three.towards(List.of(1, 2, 3, 4, 5)).mustBeWhole());
        assertEquals(List.of(1, 2, 3), five.towards(List.of(1, 2, 3)).mustBeWhole());
        assertEquals(List.of(1, 2, 6), five.towards(List.of(1, 2, 6)).mustBeWhole());
        assertEquals(List.of(2), three.towards(List.of(2)).mustBeWhole());
        assertEquals(List.of(2), five.towards(List.of(2)).mustBeWhole());
    }
}
