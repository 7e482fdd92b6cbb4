package io.paxosstore.node;

import io.paxosstore.core.Configuration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;

/** TEMPORARY until the order by slot lands. */
public final class FirstConfigurations {
    private FirstConfigurations() {}

    public static IntFunction<Configuration> of(List<Integer> voters) {
        List<Configuration> rotations = new ArrayList<>();
        for (int first = 0; first < voters.size(); first++) {
            List<Integer> order = new ArrayList<>(voters);
            Collections.rotate(order, -first);
            rotations.add(Configuration.first(order.toArray(Integer[]::new)));
        }
        return slot -> rotations.get(slot % rotations.size());
    }
}
