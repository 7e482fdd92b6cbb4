package io.paxosstore.server.front.binary;

import io.netty.util.collection.LongObjectHashMap;

/**
 * The numbers that a client has given its requests under way. No two may have the same: the memory
 * that a request takes is given back by its number. On the connection's loop only.
 */
final class UnansweredRequests {
    /** A table that had more is let go when it is empty: most connections never have so many. */
    private static final int KEPT_MAX = 64;

    private LongObjectHashMap<Boolean> numbers = new LongObjectHashMap<>();
    private int most;

    /**
     * A request begins.
     *
     * @return false if there is one of this number already
     */
    boolean begin(long number) {
        if (numbers.put(number, Boolean.TRUE) != null) {
            return false;
        }
        most = Math.max(most, numbers.size());
        return true;
    }

    /** It has its outcome, or was refused. */
    void end(long number) {
        var _ = numbers.remove(number);
        if (most > KEPT_MAX && numbers.isEmpty()) {
            numbers = new LongObjectHashMap<>();
            most = 0;
        }
    }
}
