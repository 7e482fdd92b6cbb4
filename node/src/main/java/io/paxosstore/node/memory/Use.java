package io.paxosstore.node.memory;

/**
 * What memory is wanted for. The more of it somebody can hold without being served, the more of the
 * budget is left for others: an unfinished frame or a large answer never keeps a small request out.
 */
public enum Use {
    /** A request or an answer of a few kilobytes. */
    SMALL(0),
    /** A large request or answer. */
    LARGE(1),
    /** Bytes of a frame that is not complete. */
    UNFINISHED(2);

    private static final int PARTS = 4;

    private final int partsLeft;

    Use(int partsLeft) {
        this.partsLeft = partsLeft;
    }

    /** What must be left of a budget of so many bytes. */
    long leaves(long bytesMax) {
        return bytesMax / PARTS * partsLeft;
    }
}
