package io.paxosstore.bench.load;

import java.time.Duration;
import java.util.Locale;

/**
 * What a run of the load generator does.
 *
 * @param clients each with one outstanding operation
 * @param perSecond operations that all clients together begin in a second, however long the answers
 *     take; {@link #UNPACED} for as many as they can, each beginning the next as soon as one is
 *     answered
 * @param mode who drives them
 * @param mix the kinds of operations
 * @param valueBytes length of the values written
 * @param keyCount keys in use
 * @param distribution how often which key is chosen
 * @param warmup not measured
 * @param duration measured
 * @param seed makes the sequence of operations of each client repeatable
 */
public record LoadPlan(
        int clients,
        int perSecond,
        Mode mode,
        OperationMix mix,
        int valueBytes,
        long keyCount,
        KeyChooser.Distribution distribution,
        Duration warmup,
        Duration duration,
        long seed) {
    /** Each client begins its next operation as soon as one is answered: a closed loop. */
    public static final int UNPACED = 0;

    /** The same load for other times. */
    public LoadPlan withTimes(Duration newWarmup, Duration newDuration) {
        return new LoadPlan(
                clients,
                perSecond,
                mode,
                mix,
                valueBytes,
                keyCount,
                distribution,
                newWarmup,
                newDuration,
                seed);
    }

    /** Who drives the closed loops. */
    public enum Mode {
        /**
         * The client library's IO threads: the next operation is issued where an answer arrives.
         */
        ASYNC,
        /** One platform thread per client, which blocks on each operation. */
        THREADS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
