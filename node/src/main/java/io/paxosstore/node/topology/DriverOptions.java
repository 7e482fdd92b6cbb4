package io.paxosstore.node.topology;

/**
 * The settings of a driver.
 *
 * @param movingMax in how many slots one node may have to become whole at once, above 0; see {@link
 *     Steps#due}
 * @param pauseNanos about how often nodes look what is due, above 0: those that come anew to slots
 *     four times as often, others four times less often
 */
public record DriverOptions(int movingMax, long pauseNanos) {
    /** In how many slots one node may have to become whole at once, unless it is said otherwise. */
    public static final int MOVING_MAX_DEFAULT = 256;

    /** Checks both. */
    public DriverOptions {
        if (movingMax <= 0 || pauseNanos <= 0) {
            throw new IllegalArgumentException("Options of a driver must be above 0.");
        }
    }
}
