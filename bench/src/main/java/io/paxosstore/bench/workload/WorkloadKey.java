package io.paxosstore.bench.workload;

import io.paxosstore.core.RandomSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A key of a workload.
 *
 * @param name the key
 * @param kind how it is used
 */
public record WorkloadKey(String name, Kind kind) {
    /** What values a key has. */
    public enum Kind {
        /** Unique values, written, compared and deleted. */
        ITEM,
        /** Numbers, incremented and deleted. */
        COUNTER,
        /** Numbers, only ever incremented: what was acknowledged must be there exactly. */
        TALLY,
        /** Elements that are added by compare-and-set and never removed. */
        SET,
        /** Unique values with short times to live: what was told to be gone stays gone. */
        EXPIRING
    }

    private static final int COUNTER_EVERY = 5;
    private static final int HOT_WEIGHT = 40;

    /** Items, of which one in five is a counter. */
    public static List<WorkloadKey> mixed(int count) {
        List<WorkloadKey> keys = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            boolean isCounter = number % COUNTER_EVERY == 0;
            keys.add(
                    isCounter
                            ? new WorkloadKey("counter-" + number, Kind.COUNTER)
                            : new WorkloadKey("item-" + number, Kind.ITEM));
        }
        return keys;
    }

    /** As many keys of every kind. */
    public static List<WorkloadKey> ofEveryKind(int countOfEach) {
        List<WorkloadKey> keys = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int number = 0; number < countOfEach; number++) {
                keys.add(
                        new WorkloadKey(kind.name().toLowerCase(Locale.ROOT) + "-" + number, kind));
            }
        }
        return keys;
    }

    /**
     * The same keys, of which one in four, chosen by the seed, comes many times: some are written
     * all the time, and some rest while much happens.
     */
    public static List<WorkloadKey> skewed(List<WorkloadKey> keys, long seed) {
        RandomSource random = new RandomSource(seed);
        List<WorkloadKey> skewed = new ArrayList<>();
        for (WorkloadKey key : keys) {
            skewed.addAll(Collections.nCopies(random.chance(0.25) ? HOT_WEIGHT : 1, key));
        }
        return skewed;
    }
}
