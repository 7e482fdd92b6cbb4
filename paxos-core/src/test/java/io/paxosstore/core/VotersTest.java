package io.paxosstore.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** The ring of node ids, in which reads ask. */
class VotersTest {
    @Test
    void theRingIsTheSameInEveryOrderOfPreference() {
        int[][] orders = {{2, 7, 9}, {2, 9, 7}, {7, 2, 9}, {7, 9, 2}, {9, 2, 7}, {9, 7, 2}};
        for (int[] order : orders) {
            Voters voters = new Voters(order);
            assertArrayEquals(new int[] {2, 7, 9}, ring(voters, 2));
            assertArrayEquals(new int[] {7, 9, 2}, ring(voters, 7));
            assertArrayEquals(new int[] {9, 2, 7}, ring(voters, 9));
        }
    }

    @Test
    void aLoneVoterIsItsOwnNext() {
        assertEquals(0, new Voters(5).next(0));
    }

    @Test
    void idsMayBeAsFarApartAsTheyGo() {
        assertArrayEquals(
                new int[] {Integer.MAX_VALUE, 1, 2},
                ring(new Voters(2, Integer.MAX_VALUE, 1), Integer.MAX_VALUE));
    }

    private static int[] ring(Voters voters, int from) {
        return IntStream.iterate(voters.indexOf(from), voters::next)
                .limit(voters.count())
                .map(voters::id)
                .toArray();
    }
}
