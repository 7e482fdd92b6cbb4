package io.paxosstore.lsm.model;

import io.paxosstore.protocol.bytes.MalformedBytesException;

/** What lists and queues share: elements under consecutive numbers. */
final class Elements {
    /**
     * Fewer elements than this are removed one by one: a range tombstone costs every later read of
     * its neighbourhood more than a few point tombstones do.
     */
    static final int RANGE_DELETE_MIN = 8;

    private Elements() {}

    /** Removes the elements of a list from one position to below another. */
    static void removePositions(Overlay state, long generation, long from, long to) {
        if (to - from >= RANGE_DELETE_MIN) {
            state.deleteRange(
                    KeyLayout.position(generation, from), KeyLayout.position(generation, to));
            return;
        }
        for (long position = from; position < to; position++) {
            state.delete(KeyLayout.position(generation, position));
        }
    }

    /** Removes the elements of a queue from one sequence number to below another. */
    static void removeSequences(Overlay state, long generation, long from, long to) {
        removePositions(state, generation, from ^ Long.MIN_VALUE, to ^ Long.MIN_VALUE);
    }

    static MalformedBytesException missing(String object, long number) {
        return new MalformedBytesException(
                "The element " + number + " of the object \"" + object + "\" is missing.");
    }
}
