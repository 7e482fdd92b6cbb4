package io.paxosstore.redis.data;

import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A pattern as the states that a match of it may be in, 64 of them in one number: a state is how
 * many of its parts have been met. The time that a match takes grows with the product of the
 * lengths as any, but by a 64th of it. Immutable.
 */
final class GlobStates {
    private static final int BYTES = 256;
    private static final int OBJECT_BYTES = 16;
    private static final int REFERENCE_BYTES = 4;

    /** The sets of states that one more byte may lead to; most bytes of a pattern share one. */
    private final long[][] reached;

    /** Which of them, by the byte. */
    private final byte[] reachedBy = new byte[BYTES];

    /** The states with a star behind them, in which any bytes may be passed over. */
    private final long[] staying;

    private final int last;

    /** The bytes that one part of a pattern stands for. */
    @FunctionalInterface
    interface Part {
        boolean holds(byte one);
    }

    /** Takes the parts of a pattern in their order. Used once. */
    static final class Builder {
        private final List<Part> parts = new ArrayList<>();
        private final List<Integer> stars = new ArrayList<>();

        void star() {
            stars.add(parts.size());
        }

        void add(Part part) {
            parts.add(part);
        }

        GlobStates build() {
            return new GlobStates(parts, stars);
        }
    }

    private GlobStates(List<Part> parts, List<Integer> stars) {
        this.last = parts.size();
        this.staying = new long[last / Long.SIZE + 1];
        stars.forEach(state -> set(staying, state));
        Map<LongBuffer, Byte> different = new LinkedHashMap<>();
        for (int one = 0; one < BYTES; one++) {
            long[] states = new long[staying.length];
            for (int i = 0; i < last; i++) {
                if (parts.get(i).holds((byte) one)) {
                    set(states, i + 1);
                }
            }
            byte next = (byte) different.size();
            reachedBy[one] = different.computeIfAbsent(LongBuffer.wrap(states), _ -> next);
        }
        this.reached = different.keySet().stream().map(LongBuffer::array).toArray(long[][]::new);
    }

    /**
     * Most memory that the states of a pattern take.
     *
     * @param length of the pattern, bytes
     */
    static long bytesMax(int length) {
        // A byte or range of the pattern divides the bytes in at most two more sets.
        long sets = Math.min(BYTES, 1 + 2L * length);
        long words = length / Long.SIZE + 1;
        long set = REFERENCE_BYTES + OBJECT_BYTES + words * Long.BYTES;
        return 4 * OBJECT_BYTES + BYTES + words * Long.BYTES + sets * set;
    }

    private static void set(long[] states, int state) {
        states[state / Long.SIZE] |= 1L << state;
    }

    boolean matches(byte[] string) {
        long[] states = new long[staying.length];
        set(states, 0);
        for (byte one : string) {
            long[] next = reached[reachedBy[one & (BYTES - 1)] & (BYTES - 1)];
            long carried = 0;
            for (int i = 0; i < states.length; i++) {
                long before = states[i];
                states[i] = ((before << 1 | carried) & next[i]) | (before & staying[i]);
                carried = before >>> (Long.SIZE - 1);
            }
        }
        return (states[last / Long.SIZE] >>> last & 1) == 1;
    }
}
