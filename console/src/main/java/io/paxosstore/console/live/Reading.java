package io.paxosstore.console.live;

import java.util.Map;

/**
 * What a node's figures were at a moment. The arrays are not changed.
 *
 * @param millis since 1970
 * @param counters what only grows, by name
 * @param gauges what goes up and down, by name
 * @param requests how many requests took how long since the node's start, by operation and model,
 *     such as "write.map": a count for each bucket of time
 */
public record Reading(
        long millis,
        Map<String, Double> counters,
        Map<String, Double> gauges,
        Map<String, long[]> requests) {
    /** Copies the maps. */
    public Reading {
        counters = Map.copyOf(counters);
        gauges = Map.copyOf(gauges);
        requests = Map.copyOf(requests);
    }
}
