package io.paxosstore.sim.entity;

/** The numbers that every entity holds, beside its queue. All begin with 0. */
public enum Cell {
    /** An account. Transfers alone change the accounts, so that their sum is always 0. */
    X,
    /** An account. */
    Y,
    /** An account. */
    Z,
    /** A register that is overwritten. */
    NOTE,
    /** A counter that every increment raises by one. */
    TICKETS;

    /** How many accounts there are: the first ones. */
    public static final int ACCOUNTS = 3;

    private static final Cell[] ALL = values();

    /** The cell with this ordinal. */
    static Cell of(int ordinal) {
        return ALL[ordinal];
    }
}
