package io.paxosstore.node.repair;

/** A rate with a small burst, so that work is spread over time. Not thread-safe. */
final class Budget {
    /** Unused work of so long a while is kept. */
    private static final double BURST_SECONDS = 0.05;

    private static final double NANOS_PER_SECOND = 1e9;

    private final double perSecond;
    private final double burst;
    private double left;
    private long atNanos;

    /**
     * @param perSecond how much may be done in a second
     */
    Budget(double perSecond, long nowNanos) {
        this.perSecond = perSecond;
        this.burst = Math.max(1, perSecond * BURST_SECONDS);
        this.left = burst;
        this.atNanos = nowNanos;
    }

    /** Whether something may be done now. */
    boolean allows(long nowNanos) {
        if (nowNanos > atNanos) {
            left = Math.min(burst, left + (nowNanos - atNanos) * perSecond / NANOS_PER_SECOND);
            atNanos = nowNanos;
        }
        return left >= 1;
    }

    /** Accounts for what was done; may run up a debt, which is waited off. */
    void spend(double amount) {
        left -= amount;
    }
}
