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

    /** All sets of so many voters that are more than half of them. */
    private static List<Set<Integer>> majorities(int count) {
        List<Set<Integer>> subsets = new ArrayList<>();
        subsets.add(new TreeSet<>());
        for (int voter = 0; voter < count; voter++) {
            for (Set<Integer> one : List.copyOf(subsets)) {
                Set<Integer> more = new TreeSet<>(one);
                more.add(voter);
                subsets.add(more);
            }
        }
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
            Quorum quorum = new Quorum(count);
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
            Quorum quorum = new Quorum(count);
            for (int round = 0; round < ROUNDS; round++) {
                long[] numbers = random.longs(count, 0, 3).toArray();
                long wanted = random.nextInt(3);
                int atIt = 0;
                for (long number : numbers) {
                    atIt += number == wanted ? 1 : 0;
                }
                assertEquals(atIt > count - atIt, quorum.isMajorityAt(wanted, numbers));
            }
        }
    }

    /** Rule A2: a floor is known when no majority that this replica was in can be unheard of. */
    @Test
    void othersThatAnsweredCoverEveryMajorityTheReplicaWasIn() {
        for (int count : COUNTS) {
            Quorum quorum = new Quorum(count);
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
        Quorum three = new Voters(1, 2, 3).quorum();
        assertFalse(three.isFloorKnown(VoterSet.of(1)));
        assertTrue(three.isFloorKnown(new Voters(1, 2, 3).allBut(0)));
        Quorum five = new Voters(1, 2, 3, 4, 5).quorum();
        assertFalse(five.isFloorKnown(VoterSet.of(1).with(4)));
        assertTrue(five.isFloorKnown(VoterSet.of(1).with(4).with(2)));
    }
}
