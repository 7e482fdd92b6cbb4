package io.paxosstore.redis.resp;

/**
 * How large requests may be.
 *
 * @param wordsMax most words of one command
 * @param wordBytesMax longest word
 * @param requestBytesMax most bytes of all words of a command
 * @param passedBytesMax longest word that is passed over, and its command refused; one that is
 *     longer ends the connection
 */
public record RequestLimits(
        int wordsMax, int wordBytesMax, int requestBytesMax, int passedBytesMax) {
    /** Longest line: a command as people type it, or the length of something. */
    public static final int LINE_BYTES_MAX = 64 * 1024;

    /** For a client that has not said who it is, where it must: as in Redis. */
    public static final RequestLimits STRANGER = new RequestLimits(10, 16 * 1024, 64 * 1024, 0);

    /** As Redis's {@code proto-max-bulk-len}: who sends more is no client of Redis. */
    public static final int PASSED_BYTES_MAX = 512 << 20;
}
