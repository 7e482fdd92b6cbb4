package io.paxosstore.protocol.model;

/**
 * Which members of a sorted set are written. All that are true must hold.
 *
 * @param onlyNew members that are none yet; goes with none of the others
 * @param onlyPresent members that are some already
 * @param onlyGreater members whose new score is greater than the one they have, and new ones
 * @param onlyLess members whose new score is less than the one they have, and new ones; does not go
 *     with {@code onlyGreater}
 */
public record ScoreConditions(
        boolean onlyNew, boolean onlyPresent, boolean onlyGreater, boolean onlyLess) {
    /** Every member is written. */
    public static final ScoreConditions NONE = new ScoreConditions(false, false, false, false);

    /** Only members that are none yet. */
    public static final ScoreConditions NEW = new ScoreConditions(true, false, false, false);

    /** Only members that are some already. */
    public static final ScoreConditions PRESENT = new ScoreConditions(false, true, false, false);

    /** Scores only grow; new members are added. */
    public static final ScoreConditions GREATER = new ScoreConditions(false, false, true, false);

    /** Scores only fall; new members are added. */
    public static final ScoreConditions LESS = new ScoreConditions(false, false, false, true);

    /**
     * Conditions.
     *
     * @throws IllegalArgumentException if they exclude one another
     */
    public ScoreConditions {
        if ((onlyNew && (onlyPresent || onlyGreater || onlyLess)) || (onlyGreater && onlyLess)) {
            throw new IllegalArgumentException("The conditions exclude one another.");
        }
    }

    /**
     * These conditions and others together.
     *
     * @throws IllegalArgumentException if they exclude one another
     */
    public ScoreConditions and(ScoreConditions other) {
        return new ScoreConditions(
                onlyNew || other.onlyNew,
                onlyPresent || other.onlyPresent,
                onlyGreater || other.onlyGreater,
                onlyLess || other.onlyLess);
    }
}
