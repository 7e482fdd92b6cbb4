package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.bytes.MalformedBytesException;

/**
 * How many members of a sorted set come before one, in the order of their scores. Nothing says so:
 * members are counted from the nearer end, which costs a record for each, or two.
 */
final class Ranks {
    private final EntityState state;
    private final ObjectHeader.SortedSet set;

    Ranks(EntityState state, ObjectHeader.SortedSet set) {
        this.state = state;
        this.set = set;
    }

    /** The rank of a member that is there, given its key; counts from both ends by turns. */
    long of(byte[] scored) {
        byte[] begin = KeyLayout.scores(set.generation());
        byte[] end = KeyLayout.scoresEnd(set.generation());
        try (RecordCursor before = state.scan(begin, scored);
                RecordCursor after = state.scanReverse(KeyLayout.after(scored), end)) {
            long steps = 0;
            while (before.next()) {
                if (!after.next()) {
                    return set.members() - 1 - steps;
                }
                steps++;
            }
            return steps;
        }
    }

    /** The key of the member of a rank from 0 to below the number of members. */
    byte[] at(long rank) {
        byte[] begin = KeyLayout.scores(set.generation());
        byte[] end = KeyLayout.scoresEnd(set.generation());
        boolean fromEnd = rank > set.members() / 2;
        long steps = fromEnd ? set.members() - 1 - rank : rank;
        try (RecordCursor cursor =
                fromEnd ? state.scanReverse(begin, end) : state.scan(begin, end)) {
            for (long i = 0; cursor.next(); i++) {
                if (i == steps) {
                    return cursor.key();
                }
            }
        }
        throw new MalformedBytesException("A sorted set has fewer members than it counts.");
    }
}
