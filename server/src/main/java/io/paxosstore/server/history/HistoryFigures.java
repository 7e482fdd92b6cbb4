package io.paxosstore.server.history;

/**
 * What a node's history has done since the start.
 *
 * @param diskBytes of its files now
 * @param appendedBytes written
 * @param dropped changes that did not find room on the way to it
 * @param searches of those who asked for older changes; many are answered by one
 * @param damaged excerpts that could not be read
 * @param losses how often it began anew
 */
public record HistoryFigures(
        long diskBytes,
        long appendedBytes,
        long dropped,
        long searches,
        long damaged,
        long losses) {
    /** Nothing yet. */
    static final HistoryFigures NONE = new HistoryFigures(0, 0, 0, 0, 0, 0);
}
