package io.paxosstore.protocol.model;

/**
 * How far somebody has heard of one node's history of changes. It means nothing to another node.
 *
 * @param lineage of the node's history; another one begins where something may have been lost. At
 *     least 1; 0 for nowhere: to hear of what comes from now on
 * @param place in the lineage, at least 0
 * @param offset in what lies at that place, at least 0
 */
public record HistoryPosition(long lineage, long place, int offset) {
    /** From now on. */
    public static final HistoryPosition NOW = new HistoryPosition(0, 0, 0);

    /** Checks the ranges. */
    public HistoryPosition {
        if (lineage < 0 || place < 0 || offset < 0) {
            throw new IllegalArgumentException(
                    "There is no position %d/%d/%d in a history; its parts are not negative."
                            .formatted(lineage, place, offset));
        }
    }

    /** Whether this is {@link #NOW}. */
    public boolean isNow() {
        return lineage == 0;
    }
}
