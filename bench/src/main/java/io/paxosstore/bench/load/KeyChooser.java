package io.paxosstore.bench.load;

import io.paxosstore.core.RandomSource;

import java.util.Locale;

/** Draws the number of the key an operation is about, from 0 to the number of keys. Immutable. */
public sealed interface KeyChooser {
    /** Draws a key number. */
    long next(RandomSource random);

    /** How keys are spread, as users name it. */
    enum Distribution {
        /** Every key equally often. */
        UNIFORM,
        /** Few keys often, most keys rarely. */
        ZIPFIAN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A chooser over {@code keyCount} keys. */
    static KeyChooser of(Distribution distribution, long keyCount) {
        return switch (distribution) {
            case UNIFORM -> new Uniform(keyCount);
            case ZIPFIAN -> Zipfian.over(keyCount);
        };
    }

    /** Every key equally often. */
    record Uniform(long keyCount) implements KeyChooser {
        @Override
        public long next(RandomSource random) {
            return random.nextLong(keyCount);
        }
    }

    /**
     * Few keys often, most keys rarely: the zipfian generator of Gray et al., "Quickly Generating
     * Billion-Record Synthetic Databases" (SIGMOD 1994), with the constant 0.99 as YCSB has it. The
     * popular keys are scattered over the whole range.
     */
    record Zipfian(long keyCount, double zeta, double eta, double alpha) implements KeyChooser {
        private static final double THETA = 0.99;
        private static final double ZETA_OF_TWO = 1 + Math.pow(0.5, THETA);
        private static final long SCATTER = 0x9e3779b97f4a7c15L;

        static Zipfian over(long keyCount) {
            double zeta = 0;
            for (long rank = 1; rank <= keyCount; rank++) {
                zeta += 1 / Math.pow((double) rank, THETA);
            }
            double eta = (1 - Math.pow(2.0 / keyCount, 1 - THETA)) / (1 - ZETA_OF_TWO / zeta);
            return new Zipfian(keyCount, zeta, eta, 1 / (1 - THETA));
        }

        @Override
        public long next(RandomSource random) {
            return Long.remainderUnsigned((rank(random) + 1) * SCATTER, keyCount);
        }

        /** The popularity rank of the next key; 0 is the most popular one. */
        long rank(RandomSource random) {
            double uniform = (random.nextLong() >>> 11) * 0x1.0p-53;
            double scaled = uniform * zeta;
            if (scaled < 1) {
                return 0;
            }
            if (scaled < ZETA_OF_TWO) {
                return Math.min(1, keyCount - 1);
            }
            long rank = (long) (keyCount * Math.pow(eta * uniform - eta + 1, alpha));
            return Math.min(rank, keyCount - 1);
        }
    }
}
