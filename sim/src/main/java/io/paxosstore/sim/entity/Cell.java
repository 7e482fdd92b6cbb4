package io.paxosstore.sim.entity;

/** The numbers that every entity holds, beside its queue. All begin with 0. */
public enum Cell {
    /** An account. Transfers alone change the accounts, so that their sum is always 0. */
    X(0),
    /** An account. */
    Y(1),
    /** An account. */
    Z(2),
    /** A register that is overwritten. */
    NOTE(3),
    /** A counter that every increment raises by one. */
    TICKETS(4),
    /** A value that expires: no longer there, and 0, when its deadline has passed. */
    FLASH(5),
    /** Its deadline; 0 for none. Not shown to clients, who cannot know by whose clock it is. */
    FLASH_UNTIL(6);

    /** How many accounts there are: the first ones. */
    public static final int ACCOUNTS = 3;

    /** How many of them nothing happens to unless a client writes: the first ones. */
    public static final int LASTING = 5;

    private static final Cell[] ALL = values();

    private final int index;

    Cell(int index) {
        this.index = index;
    }

    /** Its place among the cells. */
    public int index() {
        return index;
    }

    /** The cell at a place. */
    public static Cell of(int index) {
        return ALL[index];
    }
}
