package io.paxosstore.node.history;

/**
 * The keys or entities of a space that somebody follows. The array is not copied.
 *
 * @param prefix what their names begin with
 * @param isExact whether it is the whole name
 */
@SuppressWarnings("ArrayRecordComponent")
public record ChangeRange(int space, byte[] prefix, boolean isExact) {}
