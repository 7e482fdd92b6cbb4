package io.paxosstore.sim;

/** A named invariant does not hold: the simulated code has a bug. */
public final class SimViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String invariant;

    /**
     * @param invariant the invariant's name, such as {@code OneValueChosenPerEntry}
     * @param detail what was seen
     */
    public SimViolation(String invariant, String detail) {
        super(invariant + ": " + detail);
        this.invariant = invariant;
    }

    /** The invariant's name. */
    public String invariant() {
        return invariant;
    }
}
