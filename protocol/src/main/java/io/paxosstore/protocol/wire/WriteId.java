package io.paxosstore.protocol.wire;

/**
 * Names one write for exactly-once execution (Rules E1, E2), together with the connection's client
 * id. All attempts of one write carry the same stamp.
 *
 * @param stamp the client's clock in seconds since 1970 in the upper 32 bits, its sequence in the
 *     lower ones; strictly growing over the writes of one client
 * @param settledFloor the stamp at and below which the client will never retry; below {@code stamp}
 * @param attempt 1 for the first attempt, then growing; 255 stands for all later ones
 */
public record WriteId(long stamp, long settledFloor, int attempt) {
    /** Greatest attempt number on the wire. */
    public static final int ATTEMPT_MAX = 255;
}
