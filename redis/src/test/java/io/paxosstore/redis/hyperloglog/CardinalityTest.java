package io.paxosstore.redis.hyperloglog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** How far counts are off: the standard error is 1.04 / sqrt(16384) of the elements. */
class CardinalityTest {
    private static final double STANDARD_ERROR = 1.04 / Math.sqrt(Registers.COUNT);

    private static void add(Sketch sketch, String element) {
        Element seen = Element.of(ByteStrings.bytes(element));
        sketch.raise(seen.register(), seen.rank());
    }

    private static long count(Sketch sketch) {
        Ranks ranks = new Ranks();
        sketch.joinTo(ranks);
        return ranks.cardinality();
    }

    /** Each of the first thousand, then each hundredth more; three standard errors and one. */
    @Test
    void upToAMillionElements() {
        Sketch sketch = Sketch.empty();
        int next = 1;
        for (int elements = 1; elements <= 1_000_000; elements++) {
            add(sketch, "element:" + elements);
            if (elements == next) {
                long off = Math.abs(count(sketch) - elements);
                double most = 1 + 3 * STANDARD_ERROR * elements;
                assertTrue(off <= most, "of " + elements + " elements it is off by " + off);
                next += Math.max(1, next / 100);
            }
        }
    }

    /** The root of the mean square of the errors of many sets. */
    @Test
    void errorsOfManySets() {
        for (int elements : new int[] {5_000, 40_000, 100_000}) {
            int sets = 1_000_000 / elements;
            double squares = 0;
            for (int set = 0; set < sets; set++) {
                Sketch sketch = Sketch.empty();
                for (int i = 0; i < elements; i++) {
                    add(sketch, set + ":" + i);
                }
                double error = (double) (count(sketch) - elements) / elements;
                squares += error * error;
            }
            double error = Math.sqrt(squares / sets);
            assertTrue(error < 1.5 * STANDARD_ERROR, elements + " elements: " + error);
        }
    }

    @Test
    void noElements() {
        assertEquals(0, count(Sketch.empty()));
    }

    @Test
    void registersThatNoElementsMake() {
        int[] registersOf = new int[Cardinality.RANKS];
        registersOf[49] = Registers.COUNT;
        assertEquals(6_653_256_548_922_161_152L, Cardinality.of(registersOf));
        for (int rank = 50; rank < Cardinality.RANKS; rank++) {
            int[] full = new int[Cardinality.RANKS];
            full[rank] = Registers.COUNT;
            assertEquals(Long.MIN_VALUE, Cardinality.of(full));
        }
    }
}
