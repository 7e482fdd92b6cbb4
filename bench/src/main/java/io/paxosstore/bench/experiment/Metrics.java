package io.paxosstore.bench.experiment;

import io.paxosstore.bench.process.ReplicaProcess;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What replicas say of themselves at their admin ports, added up over replicas and labels.
 *
 * @param sums by the metric's name
 */
record Metrics(Map<String, Double> sums) {
    /** Takes a copy. */
    Metrics {
        sums = Map.copyOf(sums);
    }

    /**
     * Asks all replicas.
     *
     * @throws IOException when one of them does not answer
     */
    static Metrics of(List<ReplicaProcess> replicas) throws IOException, InterruptedException {
        Map<String, Double> sums = new HashMap<>();
        for (ReplicaProcess replica : replicas) {
            for (String line : replica.metrics().lines().toList()) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    int value = line.lastIndexOf(' ');
                    int labels = line.indexOf('{');
                    String name = line.substring(0, labels < 0 ? value : labels);
                    sums.merge(name, Double.parseDouble(line.substring(value + 1)), Double::sum);
                }
            }
        }
        return new Metrics(sums);
    }

    /**
     * A figure by its name.
     *
     * @throws IllegalArgumentException when there is none
     */
    double get(String name) {
        Double sum = sums.get(name);
        if (sum == null) {
            throw new IllegalArgumentException("no replica has a metric " + name);
        }
        return sum;
    }

    /** How much a counter has grown since an earlier look. */
    double since(Metrics earlier, String name) {
        return get(name) - earlier.get(name);
    }
}
