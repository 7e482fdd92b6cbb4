package io.paxosstore.log;

/**
 * Counts what a request costs while it is served, in steps, so that whoever serves it can stop in
 * the middle. Everything whose amount is decided by the size of somebody's data is to be charged. A
 * step is what comparing one column of a row with a number takes: some tens of nanoseconds.
 */
@FunctionalInterface
public interface WorkMeter {
    /** Steps for looking up one record of the data. */
    long LOOKUP = 50;

    /** Steps for each record that a scan passes. */
    long RECORD = 20;

    /** Steps for each row of a table that is looked at. */
    long ROW = 10;

    /** So many bytes that are copied, compared or decoded are one step. */
    long BYTES_PER_STEP = 64;

    /** Nobody counts. */
    WorkMeter FREE = steps -> {};

    /**
     * Counts work that was done or is going to be done now.
     *
     * @param steps 0 at least
     * @throws RuntimeException if it is too much: whoever made the meter knows of what kind
     */
    void charge(long steps);

    /** Counts bytes. */
    default void chargeBytes(long bytes) {
        charge(bytes / BYTES_PER_STEP);
    }
}
