package io.paxosstore.redis.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.redis.NoObjects;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** How elements are chosen. */
class RandomElementsTest {
    private static final int ROUNDS = 10_000;

    private final Random random = new Random(1);

    /** Numbers, of which all draws are the first. */
    private record Numbers(int count) implements RandomElements.Source<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return IntStream.range(0, count).iterator();
        }

        @Override
        public long size() {
            return count;
        }

        @Override
        public Integer draw(RandomGenerator random) {
            return 0;
        }

        @Override
        public byte[] id(Integer element) {
            return element.toString().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public long bytes(Integer element) {
            return 4;
        }
    }

    private RandomElements<Integer> of(int count) {
        return new RandomElements<>(
                new Keyspace(new NoObjects(), new byte[0]), new Numbers(count), random);
    }

    @Test
    void eachIsChosenAsOftenAsAnyOtherAndAtAnyPlace() {
        int[] chosen = new int[10];
        int[] firsts = new int[10];
        for (int i = 0; i < ROUNDS; i++) {
            List<Integer> three = of(10).distinct(3);
            assertEquals(3, new HashSet<>(three).size());
            three.forEach(number -> chosen[number]++);
            firsts[three.getFirst()]++;
        }
        assertAllAbout(ROUNDS * 3 / 10, chosen);
        assertAllAbout(ROUNDS / 10, firsts);
    }

    @Test
    void oneMayBeChosenTwiceIfThatIsWanted() {
        int[] chosen = new int[5];
        for (int i = 0; i < ROUNDS; i++) {
            of(5).repeated(2).forEach(number -> chosen[number]++);
        }
        assertAllAbout(ROUNDS * 2 / 5, chosen);
        assertEquals(List.of(0, 0, 0), of(1).repeated(3));
    }

    private static void assertAllAbout(int expected, int[] counts) {
        for (int count : counts) {
            assertTrue(Math.abs(count - expected) < expected / 10, count + " not " + expected);
        }
    }

    @Test
    void allAreReadIfDrawsDoNotFindEnough() {
        assertEquals(5, new HashSet<>(of(20_000).distinct(5)).size());
        assertEquals(0, of(20_000).one());
        assertEquals(List.of(0, 0), of(20_000).repeated(2));
    }

    @Test
    void whatIsChosenIsCharged() {
        assertThrows(RedisError.class, () -> of(3).repeated(Long.MAX_VALUE));
        assertThrows(RedisError.class, () -> of(3).repeated(1_000_000));
        assertThrows(RedisError.class, () -> of(2_000_000).distinct(1_000_000));
    }
}
