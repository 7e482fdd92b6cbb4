package io.paxosstore.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.charset.StandardCharsets;

class KeyChooserTest {
    @ParameterizedTest
    @EnumSource(KeyChooser.Distribution.class)
    void staysInsideTheRange(KeyChooser.Distribution distribution) {
        for (long keyCount : new long[] {1, 2, 3, 1000}) {
            KeyChooser keys = KeyChooser.of(distribution, keyCount);
            RandomSource random = new RandomSource(11);
            for (int i = 0; i < 2_000; i++) {
                long key = keys.next(random);
                assertTrue(key >= 0 && key < keyCount, key + " of " + keyCount);
            }
        }
    }

    @Test
    void zipfianPrefersLowRanksAsTheLawSays() {
        var keys = KeyChooser.Zipfian.over(1000);
        RandomSource random = new RandomSource(5);
        int draws = 100_000;
        int first = 0;
        int firstTen = 0;
        for (int i = 0; i < draws; i++) {
            long rank = keys.rank(random);
            first += rank == 0 ? 1 : 0;
            firstTen += rank < 10 ? 1 : 0;
        }
        double ten = 0;
        for (int rank = 1; rank <= 10; rank++) {
            ten += 1 / Math.pow(rank, 0.99);
        }
        assertEquals(draws / keys.zeta(), first, draws * 0.01);
        assertEquals(draws * ten / keys.zeta(), firstTen, draws * 0.03);
    }

    @Test
    void keysAreFixedInLength() {
        assertEquals("key000000042", new String(LoadKeys.key(42), StandardCharsets.US_ASCII));
        assertEquals(
                "key999999999", new String(LoadKeys.key(999_999_999), StandardCharsets.US_ASCII));
    }
}
