package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Voters are counted as one would by hand. */
class QuorumTest {
    private static final int[] COUNTS = {1, 3, 5};
    private static final int ROUNDS = 2_000;
    private final Random random = new Random(22);

    private Set<Integer> someOf(int count) {
        Set<Integer> some = new TreeSet<>();
        for (int voter = 0; voter < count; voter++) {
            if (random.nextBoolean()) {
                some.add(voter);
            }
        }
        return some;
    }

    private static VoterSet set(Iterable<Integer> voters) {
        VoterSet set = VoterSet.NONE;
        for (int voter : voters) {
            set = set.with(voter);
        }
        return set;
    }

    private static List<Set<Integer>> subsets(Iterable<Integer> voters) {
        List<Set<Integer>> subsets = new ArrayList<>();
        subsets.add(new TreeSet<>());
        for (int voter : voters) {
            for (Set<Integer> one : List.copyOf(subsets)) {
                Set<Integer> more = new TreeSet<>(one);
                more.add(voter);
                subsets.add(more);
            }
        }
        return subsets;
    }

    /** All sets of so many voters that are more than half of them. */
    private static List<Set<Integer>> majorities(int count) {
        List<Set<Integer>> subsets = subsets(members(VoterSet.first(count)));
        subsets.removeIf(one -> one.size() <= count - one.size());
        return subsets;
    }

    private static boolean haveCommon(Set<Integer> some, Set<Integer> others) {
        return some.stream().anyMatch(others::contains);
    }

    @Test
    void setsHoldWhatWasPutIn() {
        for (int round = 0; round < ROUNDS; round++) {
            Set<Integer> some = someOf(Voters.COUNT_MAX);
            Set<Integer> others = someOf(Voters.COUNT_MAX);
            int voter = random.nextInt(Voters.COUNT_MAX);
            VoterSet set = set(some);
            assertEquals(some.size(), set.size());
            assertEquals(some.isEmpty(), set.isEmpty());
            assertEquals(some.contains(voter), set.contains(voter));
            assertSame(set, set(new ArrayList<>(some).reversed()), "one object for each set");

            Set<Integer> both = new TreeSet<>(some);
            both.retainAll(others);
            assertSame(set(both), set.and(set(others)));
            Set<Integer> either = new TreeSet<>(some);
            either.addAll(others);
            assertSame(set(either), set.or(set(others)));
            Set<Integer> rest = new TreeSet<>(some);
            rest.removeAll(others);
            assertSame(set(rest), set.andNot(set(others)));
            some.remove(voter);
            assertSame(set(some), set.without(voter));
        }
        assertEquals("{0, 2}", VoterSet.of(0).with(2).toString());
    }

    @Test
    void majoritiesAreMoreThanHalf() {
        for (int count : COUNTS) {
            Quorum quorum = Quorum.simple(VoterSet.first(count));
            for (int round = 0; round < ROUNDS; round++) {
                Set<Integer> some = someOf(count);
                boolean isMoreThanHalf = some.size() > count - some.size();
                assertEquals(isMoreThanHalf, quorum.isMajority(set(some)), some + " of " + count);
                assertEquals(isMoreThanHalf, quorum.isReadable(set(some)), some + " of " + count);
            }
        }
    }

    @Test
    void numbersAreCountedByVoter() {
        for (int count : COUNTS) {
            Quorum quorum = Quorum.simple(VoterSet.first(count));
            for (int round = 0; round < ROUNDS; round++) {
                long[] numbers = random.longs(count, 0, 3).toArray();
                long wanted = random.nextInt(3);
                int atIt = 0;
                for (long number : numbers) {
                    atIt += number == wanted ? 1 : 0;
                }
                assertEquals(
                        atIt > count - atIt, quorum.isMajority(Quorum.standingAt(wanted, numbers)));
            }
        }
    }

    /** Rule A2: a floor is known when no majority that this replica was in can be unheard of. */
    @Test
    void othersThatAnsweredCoverEveryMajorityTheReplicaWasIn() {
        for (int count : COUNTS) {
            Quorum quorum = Quorum.simple(VoterSet.first(count));
            for (int round = 0; round < ROUNDS; round++) {
                Set<Integer> others = someOf(count);
                int self = random.nextInt(count);
                others.remove(self);
                boolean covered =
                        majorities(count).stream()
                                .filter(majority -> majority.contains(self))
                                .allMatch(majority -> haveCommon(majority, others));
                assertEquals(covered, quorum.isFloorKnown(set(others)), others + " of " + count);
            }
        }
    }

    /** Rule A2: N - majority + 1 others. */
    @Test
    void floorsTakeBothPeersOfThreeAndThreeOfTheFourOthersOfFive() {
        Quorum three = Quorum.simple(VoterSet.first(3));
        assertFalse(three.isFloorKnown(VoterSet.of(1)));
        assertTrue(three.isFloorKnown(new Voters(1, 2, 3).allBut(0)));
        Quorum five = Quorum.simple(VoterSet.first(5));
        assertFalse(five.isFloorKnown(VoterSet.of(1).with(4)));
        assertTrue(five.isFloorKnown(VoterSet.of(1).with(4).with(2)));
    }

    /** Rule M3: two majorities of a change have a common voter, and each with those beside it. */
    @Test
    void majoritiesOfAChangeMeetThoseOfItsTwoSides() {
        for (int round = 0; round < ROUNDS; round++) {
            VoterSet old = set(someOdd());
            VoterSet next = set(someOdd());
            Quorum joint = Quorum.joint(old, next);
            List<VoterSet> both = majorities(joint);
            for (VoterSet one : both) {
                assertTrue(joint.isReadable(one));
                for (VoterSet other : both) {
                    assertFalse(one.and(other).isEmpty(), joint.toString());
                }
                for (Quorum side : List.of(Quorum.simple(old), Quorum.simple(next))) {
                    for (VoterSet other : majorities(side)) {
                        assertFalse(one.and(other).isEmpty(), joint.toString());
                    }
                }
            }
        }
    }

    /** An odd number of ten voters, five at most. */
    private Set<Integer> someOdd() {
        int count = COUNTS[random.nextInt(COUNTS.length)];
        Set<Integer> some = new TreeSet<>();
        while (some.size() < count) {
            some.add(random.nextInt(Voters.COUNT_MAX));
        }
        return some;
    }

    private static List<VoterSet> majorities(Quorum quorum) {
        List<VoterSet> result = new ArrayList<>();
        for (Set<Integer> some : subsets(members(quorum.old().or(quorum.next())))) {
            if (quorum.isMajority(set(some))) {
                result.add(set(some));
            }
        }
        return result;
    }

    private static List<Integer> members(VoterSet set) {
        List<Integer> members = new ArrayList<>();
        for (int voter = 0; voter < Voters.COUNT_MAX; voter++) {
            if (set.contains(voter)) {
                members.add(voter);
            }
        }
        return members;
    }

    /** Rule M5: who comes with a change has no memory to ask for. */
    @Test
    void floorsInAChangeAreAskedOfThoseBefore() {
        Quorum joint = Quorum.joint(VoterSet.first(3), VoterSet.of(0).with(3).with(4));
        assertFalse(joint.isFloorKnown(VoterSet.of(0).with(3)));
        assertFalse(joint.isFloorKnown(VoterSet.of(1).with(3).with(4)));
        assertTrue(joint.isFloorKnown(VoterSet.of(1).with(2)));
        assertSame(VoterSet.first(3), joint.floorSources());
    }
}
