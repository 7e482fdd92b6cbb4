package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a node has noted of a second.
 *
 * @param requests by kind: "write.map", and "write" for all writes
 * @param rates what happened for each second, by name
 * @param gauges what was so at its end, by name
 */
record Sample(Map<String, Pace> requests, Map<String, Double> rates, Map<String, Double> gauges) {
    private static final String FSYNCS = "paxosstore.storage.fsyncs";
    private static final String[] DATA = {
        "paxosstore.storage.live.bytes",
        "paxosstore.storage.dead.bytes",
        "paxosstore.journal.bytes",
        "paxosstore.lsm.table.bytes",
        "paxosstore.history.bytes"
    };
    private static final double MICROS = 1e6;

    /** Copies the maps. */
    Sample {
        requests = Map.copyOf(requests);
        rates = Map.copyOf(rates);
        gauges = Map.copyOf(gauges);
    }

    /** Reads one. */
    static Sample of(JsonNode root) {
        return new Sample(
                map(root.path("q"), Pace::of),
                map(root.path("r"), Fields::number),
                map(root.path("g"), Fields::number));
    }

    private static <T> Map<String, T> map(JsonNode object, Function<JsonNode, T> each) {
        Map<String, T> map = new TreeMap<>();
        if (object.isObject()) {
            object.propertyStream()
                    .limit(Fields.COUNT_MAX)
                    .forEach(field ->
                            map.put(Plain.text(field.getKey()), each.apply(field.getValue())));
        }
        return map;
    }

    Pace writes() {
        return requests.getOrDefault("write", Pace.NONE);
    }

    Pace reads() {
        return requests.getOrDefault("read", Pace.NONE);
    }

    double rate(String name) {
        return rates.getOrDefault(name, 0.0);
    }

    double gauge(String name) {
        return gauges.getOrDefault(name, 0.0);
    }

    /** Requests that were not done, for each second, or of which that is unknown. */
    double failed() {
        return rate("failed");
    }

    /** Keys and entities that were brought up to date, for each second. */
    double recovered() {
        return rate("paxosstore.recovery.done") + rate("paxosstore.recovery.rebuilt");
    }

    /** For each second, of keys and of entities. */
    double fsyncs() {
        return rate(FSYNCS) + rate("paxosstore.journal.fsyncs");
    }

    /** How long an fsync of keys took, in microseconds; 0 if there was none. */
    double fsyncMicros() {
        double count = rate(FSYNCS);
        return count <= 0 ? 0 : rate("paxosstore.storage.fsync.seconds") / count * MICROS;
    }

    /** What it has on its disk. */
    double dataBytes() {
        double sum = 0;
        for (String name : DATA) {
            sum += gauge(name);
        }
        return sum;
    }
}
