package io.paxosstore.core;

/**
 * Names one client request for exactly-once execution (section 6 of docs/protocol.md): 128 bits.
 *
 * @param clientId random, chosen once per client instance
 * @param stamp the client's clock in seconds in the upper 32 bits, a fraction or sequence in the
 *     lower ones; strictly growing over the requests of one client, never 0, compared as an
 *     unsigned number
 */
public record RequestId(long clientId, long stamp) {
    private static final int SECOND_SHIFT = 32;

    /**
     * How far a stamp's clock may be beyond a replica's (Rule E2): 20 years, so that clocks need
     * not agree, and no stamp comes so close to the greatest one that others would find none above
     * it.
     */
    private static final long SECONDS_AHEAD_MAX = 20 * 31_557_600L;

    /** 1 January 2025, in seconds since 1970: a replica whose clock says less has none. */
    private static final long CLOCK_SECONDS_LEAST = 1_735_689_600L;

    /** Stamps from here on, four years before the greatest, are for those who are told to. */
    private static final long SECONDS_LIMIT = (1L << 32) - (1L << 27);

    /** The client's clock when it made the request, in seconds since 1970. */
    public long clockSeconds() {
        return stamp >>> SECOND_SHIFT;
    }

    /**
     * Whether the stamp is so far ahead that the request is not executed.
     *
     * @param clockMillis of the entry it would be part of
     * @param forgottenStamp above which clients are told to go on
     */
    public boolean isFarAhead(long clockMillis, long forgottenStamp) {
        long clock = Math.max(clockMillis / 1000, CLOCK_SECONDS_LEAST);
        long most = Math.min(clock + SECONDS_AHEAD_MAX, SECONDS_LIMIT);
        return clockSeconds() > Math.max(most, (forgottenStamp >>> SECOND_SHIFT) + 1);
    }

    /**
     * The client's settled floor, which is below the request's stamp, whatever the client says.
     *
     * @param said by the client, compared as an unsigned number
     */
    public long settledFloor(long said) {
        long below = stamp - 1;
        return Long.compareUnsigned(said, below) < 0 ? said : below;
    }

    @Override
    public String toString() {
        return Long.toHexString(clientId) + ":" + clockSeconds() + "." + (stamp & 0xffff_ffffL);
    }
}
