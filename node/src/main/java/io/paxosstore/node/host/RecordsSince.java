package io.paxosstore.node.host;

/**
 * Counts the records of an entity that were appended since something of it waits, and of which the
 * replica does not know yet that they are durable: until then the store is not to be asked. On the
 * shard's loop only.
 */
final class RecordsSince {
    private int count;

    /** A record of the entity is on its way. */
    void appended() {
        count++;
    }

    /**
     * A record of the entity is durable, and the replica knows. It may be one from before: this
     * node was no voter for a moment.
     */
    void durable() {
        count = Math.max(0, count - 1);
    }

    boolean isNone() {
        return count == 0;
    }
}
