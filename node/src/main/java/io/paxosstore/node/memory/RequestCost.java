package io.paxosstore.node.memory;

/** What a request takes of a node's memory until it is answered, whoever has sent it. */
public final class RequestCost {
    /** What a request costs beside its content: its objects, and a short answer; in bytes. */
    public static final int BYTES = 1024;

    /** Content up to this is covered by {@link #BYTES}. */
    private static final int CONTENT_BYTES_FREE = 2 * 1024;

    /** Content from this on is a large request. */
    private static final int CONTENT_BYTES_LARGE = 16 * 1024;

    /**
     * How often the content of a request is in memory until it is answered: as it came, as part of
     * an entry, as a record for the disk, and in what goes to the peers.
     */
    private static final int COPIES = 4;

    private RequestCost() {}

    /** What content of so many bytes costs beside {@link #BYTES}, in bytes. */
    public static long ofContent(int bytes) {
        return bytes <= CONTENT_BYTES_FREE ? 0 : (long) COPIES * bytes;
    }

    /** What memory for content of so many bytes is wanted for. */
    public static Use use(int bytes) {
        return bytes < CONTENT_BYTES_LARGE ? Use.SMALL : Use.LARGE;
    }
}
