package io.paxosstore.bench.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * A key of a workload.
 *
 * @param name the key
 * @param isCounter whether its values are numbers, changed by increments
 */
public record WorkloadKey(String name, boolean isCounter) {
    private static final int COUNTER_EVERY = 5;

    /** Keys of which one in five is a counter. */
    public static List<WorkloadKey> mixed(int count) {
        List<WorkloadKey> keys = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            boolean isCounter = number % COUNTER_EVERY == 0;
            keys.add(new WorkloadKey((isCounter ? "counter-" : "item-") + number, isCounter));
        }
        return keys;
    }
}
