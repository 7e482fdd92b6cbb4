package io.paxosstore.console.live;

import java.util.Arrays;

/** What buckets of time say about the requests in them. Immutable. */
final class LatencyShape {
    private final double[] boundsMicros;

    /**
     * @param boundsMicros the upper bound of each bucket, growing; the last may be infinite
     */
    LatencyShape(double[] boundsMicros) {
        this.boundsMicros = boundsMicros.clone();
    }

    /**
     * Below which time a part of the requests was, in microseconds; within a bucket they are taken
     * to lie evenly. Those without an upper bound are said to have taken the bound before.
     *
     * @param counts of each bucket, not all 0
     * @param part above 0, at most 1
     */
    double quantile(long[] counts, double part) {
        double rank = part * Arrays.stream(counts).sum();
        double before = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && before + counts[i] >= rank) {
                double low = i == 0 ? 0 : boundsMicros[i - 1];
                double high = Double.isInfinite(boundsMicros[i]) ? low : boundsMicros[i];
                return low + (high - low) * (rank - before) / counts[i];
            }
            before += counts[i];
        }
        throw new IllegalArgumentException("no request was counted");
    }
}
