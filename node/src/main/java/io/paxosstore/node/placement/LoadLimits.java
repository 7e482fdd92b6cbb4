package io.paxosstore.node.placement;

/**
 * How far loads are evened out.
 *
 * @param levelMax what a node may carry, as a multiple of its part; nodes below are left alone.
 *     Above 1
 * @param slotsMax how many slots one proposal changes at most, from 1; the rest is left to the next
 * @param requestsMin fewer requests per second, as the mean of the nodes, are not worth moving for
 * @param bytesMin fewer bytes, as the mean of the nodes, likewise
 */
public record LoadLimits(double levelMax, int slotsMax, double requestsMin, double bytesMin) {
    /** Checks all of them. */
    public LoadLimits {
        if (!(levelMax > 1) || slotsMax < 1 || !(requestsMin >= 0) || !(bytesMin >= 0)) {
            throw new IllegalArgumentException(
                    "A level of "
                            + levelMax
                            + ", "
                            + slotsMax
                            + " slots, least requests of "
                            + requestsMin
                            + " and least bytes of "
                            + bytesMin
                            + " are no limits: the level is above 1, the slots from 1, the others"
                            + " from 0.");
        }
    }
}
