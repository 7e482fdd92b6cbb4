package io.paxosstore.node.placement;

/**
 * How far loads are evened out.
 *
 * @param levelFrom as long as no node carries more, as a multiple of its part, all is left as it
 *     is; at least {@code levelMax}, and best well above it, so that loads that waver do not move
 *     slots to and fro
 * @param levelMax what a node may carry when loads are evened out. Above 1
 * @param slotsMax how many slots one proposal changes at most, from 1; the rest is left to the next
 * @param requestsMin fewer requests per second, as the mean of the nodes, are not worth moving for
 * @param bytesMin fewer bytes, as the mean of the nodes, likewise
 */
public record LoadLimits(
        double levelFrom, double levelMax, int slotsMax, double requestsMin, double bytesMin) {
    /** Checks all of them. */
    public LoadLimits {
        boolean fits =
                levelMax > 1
                        && levelFrom >= levelMax
                        && slotsMax >= 1
                        && requestsMin >= 0
                        && bytesMin >= 0;
        if (!fits) {
            throw new IllegalArgumentException(
                    "Levels of "
                            + levelFrom
                            + " and "
                            + levelMax
                            + ", "
                            + slotsMax
                            + " slots, least requests of "
                            + requestsMin
                            + " and least bytes of "
                            + bytesMin
                            + " are no limits: the second level is above 1, the first no lower, the"
                            + " slots from 1, the others from 0.");
        }
    }
}
