package io.paxosstore.node.placement;

/**
 * One figure of all nodes, requests or bytes, while it is evened out. How uneven it is measures the
 * sum of value^2 / part over the nodes, divided by the total: 1 when each has its part, and more
 * otherwise. What makes that less brings a node above its part nearer to one that is below, or less
 * above. Not thread-safe.
 */
final class LoadSheet {
    private final double[] values;
    private final double[] parts;
    private final double total;
    private final double levelMax;
    private final boolean counts;

    /**
     * @param shares of the nodes, which add up to 1
     * @param total of all nodes
     * @param least the mean of the nodes below which the figure does not count
     */
    LoadSheet(double[] shares, double total, double least, double levelMax) {
        this.values = new double[shares.length];
        this.parts = new double[shares.length];
        this.total = total;
        this.levelMax = levelMax;
        this.counts = total > 0 && total / shares.length >= least;
        for (int node = 0; node < shares.length; node++) {
            parts[node] = shares[node] * total;
        }
    }

    void add(int node, double amount) {
        values[node] += amount;
    }

    double value(int node) {
        return values[node];
    }

    /** What a node should have; 0 if the figure does not count. */
    double part(int node) {
        return counts ? parts[node] : 0;
    }

    double level(int node) {
        return counts ? values[node] / parts[node] : 0;
    }

    /** How many parts of a node an amount is. */
    double parts(int node, double amount) {
        return counts ? amount / parts[node] : 0;
    }

    boolean isOver(int node) {
        return level(node) > levelMax;
    }

    /** How much more even it is without an amount at a node that has it. */
    double without(int node, double amount) {
        return counts ? amount * (2 * values[node] - amount) / (parts[node] * total) : 0;
    }

    /** How much less even it is with an amount more at a node. */
    double with(int node, double amount) {
        return counts ? amount * (2 * values[node] + amount) / (parts[node] * total) : 0;
    }

    /**
     * What a gain is worth for a node that is to be relieved: where it does not have too much, only
     * what is lost counts.
     */
    double worth(int node, double gain) {
        return isOver(node) ? gain : Math.min(0, gain);
    }
}
