package io.paxosstore.server.front.redis;

import io.paxosstore.node.host.OwnStamps;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.function.LongSupplier;

/**
 * Names the writes of all connections of one loop, which are one client to the entities (Rules E1
 * to E3): so an entity remembers few of them. On that loop only.
 */
final class WriteIds {
    private final LongSupplier wallMillis;
    private final long clientId;
    private final OwnStamps stamps = new OwnStamps();

    /** In the order of their stamps. */
    private final SequencedSet<Long> underWay = new LinkedHashSet<>();

    /**
     * @param wallMillis the clock of the loop, milliseconds since 1970
     * @param clientId unique among all clients
     */
    WriteIds(LongSupplier wallMillis, long clientId) {
        this.wallMillis = wallMillis;
        this.clientId = clientId;
    }

    long clientId() {
        return clientId;
    }

    /** The stamp of a write that begins. */
    long begin() {
        long stamp = stamps.next(wallMillis.getAsLong());
        underWay.add(stamp);
        return stamp;
    }

    /** Up to this stamp nothing is under way, and nothing will be sent again (Rule E2). */
    long settledFloor() {
        return underWay.getFirst() - 1;
    }

    /** A write has its outcome. */
    void end(long stamp) {
        underWay.remove(stamp);
    }

    /** An entity takes stamps above this one only, however the clock stands. */
    void raiseAbove(long stamp) {
        stamps.raiseAbove(stamp);
    }
}
