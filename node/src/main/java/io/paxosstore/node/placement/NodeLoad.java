package io.paxosstore.node.placement;

/**
 * What one node carries.
 *
 * @param node its id
 * @param requests per second, of the slots in which it is preferred
 * @param requestsPart how many of all requests are its part by weight, zone and group; 0 if there
 *     are too few of them to count
 * @param bytes of the slots for which it votes
 * @param bytesPart how many of all bytes are its part, likewise
 */
public record NodeLoad(
        int node, double requests, double requestsPart, double bytes, double bytesPart) {
    /** Its requests as a multiple of its part; 0 where they do not count. */
    public double requestsLevel() {
        return requestsPart > 0 ? requests / requestsPart : 0;
    }

    /** Its bytes as a multiple of its part; 0 where they do not count. */
    public double bytesLevel() {
        return bytesPart > 0 ? bytes / bytesPart : 0;
    }
}
