package io.paxosstore.server.node;

import io.paxosstore.server.embedded.EmbeddedCluster;

/** What a node's metrics say. */
public final class MetricSums {
    private MetricSums() {}

    /**
     * The sum of a node's metrics.
     *
     * @param name how they begin: a name, or a name and its first labels
     */
    public static double of(EmbeddedCluster cluster, int node, String name) {
        double sum = 0;
        for (String line : cluster.node(node).metrics().lines().toList()) {
            if (line.startsWith(name) && !line.startsWith("#")) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
            }
        }
        return sum;
    }
}
