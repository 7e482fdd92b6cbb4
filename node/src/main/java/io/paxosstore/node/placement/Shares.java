package io.paxosstore.node.placement;

/** Divides in proportion to weights. */
final class Shares {
    private Shares() {}

    /**
     * Shares of a whole in proportion to weights, but none above its cap: what caps cut off is
     * divided among the others in the same way.
     *
     * @param whole at most the sum of the caps
     */
    static double[] of(double whole, double[] weights, double[] caps) {
        double[] shares = new double[weights.length];
        boolean[] isFull = new boolean[weights.length];
        double left = whole;
        boolean cut = true;
        while (cut) {
            cut = false;
            double open = 0;
            for (int i = 0; i < weights.length; i++) {
                open += isFull[i] ? 0 : weights[i];
            }
            for (int i = 0; i < weights.length; i++) {
                if (!isFull[i]) {
                    shares[i] = open > 0 ? left * weights[i] / open : 0;
                }
            }
            for (int i = 0; i < weights.length; i++) {
                if (!isFull[i] && shares[i] > caps[i]) {
                    shares[i] = caps[i];
                    isFull[i] = true;
                    cut = true;
                }
            }
            left = whole;
            for (int i = 0; i < weights.length; i++) {
                left -= isFull[i] ? shares[i] : 0;
            }
        }
        return shares;
    }
}
