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
    /** The client's clock when it made the request, in seconds since 1970. */
    public long clockSeconds() {
        return stamp >>> 32;
    }

    @Override
    public String toString() {
        return Long.toHexString(clientId) + ":" + clockSeconds() + "." + (stamp & 0xffff_ffffL);
    }
}
