package io.paxosstore.redis.data;

/**
 * A pattern as the states that a match of it may be in, 64 of them in one number: a state is how
 * many of its parts have been met. The time that a match takes grows with the product of the
 * lengths as any, but by a 64th of it. Immutable.
 */
final class GlobStates {
    private static final int BYTES = 256;

    /** Which states one more byte may lead to, by the byte. */
    private final long[][] reached;

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
        private final long[][] reached;
        private final long[] staying;
        private int last;

        /**
         * @param partsMax most parts, stars not counted
         */
        Builder(int partsMax) {
            this.staying = new long[partsMax / Long.SIZE + 1];
            this.reached = new long[BYTES][staying.length];
        }

        void star() {
            set(staying, last);
        }

        /** A part that stands for one byte. */
        void add(byte only) {
            last++;
            set(reached[only & (BYTES - 1)], last);
        }

        void add(Part part) {
            last++;
            for (int one = 0; one < BYTES; one++) {
                if (part.holds((byte) one)) {
                    set(reached[one], last);
                }
            }
        }

        GlobStates build() {
            return new GlobStates(reached, staying, last);
        }
    }

    private GlobStates(long[][] reached, long[] staying, int last) {
        this.reached = reached;
        this.staying = staying;
        this.last = last;
    }

    private static void set(long[] states, int state) {
        states[state / Long.SIZE] |= 1L << state;
    }

    boolean matches(byte[] string) {
        long[] states = new long[staying.length];
        set(states, 0);
        for (byte one : string) {
            long[] next = reached[one & (BYTES - 1)];
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
