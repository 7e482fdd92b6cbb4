package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.sim.invariant.WatchTruth;

import org.jspecify.annotations.Nullable;

/**
 * A client's watch of one entity from version 1 on: when its node is lost, silent, or has ended the
 * watch, it goes on at another one from where it was. Not thread-safe.
 */
final class SimWatcher {
    private static final long MILLI = 1_000_000L;

    /** How long it waits between two looks whether its node is still there. */
    private static final long LOOK_NANOS = 100 * MILLI;

    /** A node that tells nothing for so long is left. */
    private static final long SILENCE_NANOS = 1_500 * MILLI;

    /** The chance that it leaves its node after an event, as a client that is full does. */
    private static final double LEAVE_CHANCE = 0.03;

    private final SimCluster cluster;
    private final EntityKey key;
    private final RandomSource random;
    private final WatchTruth truth;
    private @Nullable WatchSession session;
    private long heardNanos;
    private boolean ended;

    SimWatcher(SimCluster cluster, EntityKey key, RandomSource random) {
        this.cluster = cluster;
        this.key = key;
        this.random = random;
        this.truth = new WatchTruth(cluster.truth(), key);
    }

    /** What it was told. */
    WatchTruth truth() {
        return truth;
    }

    /** Watches. */
    void begin() {
        look();
    }

    /** Ends the watch. */
    void end() {
        ended = true;
        leave();
    }

    /** What it was not told, now that it must have been told everything; empty for nothing. */
    String lacks() {
        long entry = truth.lacks();
        return entry == 0 ? "" : "nobody tells a watch of " + key + " of entry " + entry;
    }

    private void look() {
        if (ended) {
            return;
        }
        WatchSession now = session;
        long silentNanos = cluster.queue().nowNanos() - heardNanos;
        if (now == null || now.isLost() || silentNanos > SILENCE_NANOS) {
            goOn();
        }
        cluster.queue().after(LOOK_NANOS, this::look);
    }

    private void leave() {
        WatchSession left = session;
        session = null;
        if (left != null) {
            left.end();
        }
    }

    private void goOn() {
        int before = session == null ? 0 : session.node().id();
        leave();
        int drawn = 1 + random.nextInt(cluster.nodes());
        SimNode node = cluster.liveNode(drawn == before ? 1 + drawn % cluster.nodes() : drawn);
        if (node == null) {
            return; // another one at the next look
        }
        WatchSession next = new WatchSession(cluster, node, this, key, random);
        session = next;
        heardNanos = cluster.queue().nowNanos();
        cluster.count(Occurrence.WATCH_WENT_ON, truth.from() > 1 ? 1 : 0);
        cluster.trace()
                .line(() ->
                        "a watch of %s goes on at %s from version %d"
                                .formatted(
                                        Describe.key(key), Describe.node(node.id()), truth.from()));
        next.begin(truth.from());
    }

    /** Its node has ended the watch, or refused it. */
    void closed(WatchSession from) {
        if (isMine(from)) {
            cluster.count(Occurrence.WATCH_ENDED, 1);
            session = null; // goes on at the next look
        }
    }

    @SuppressWarnings("ReferenceEquality") // the connection itself, and no other
    private boolean isMine(WatchSession from) {
        return from == session;
    }

    /** Its node tells something. */
    void hears(WatchSession from, Response response) {
        if (!isMine(from)) {
            return; // it has gone on elsewhere
        }
        int node = from.node().id();
        heardNanos = cluster.queue().nowNanos();
        switch (response) {
            case Response.Watched watched -> truth.watched(node, watched.version());
            case Response.Changed changed -> {
                truth.changed(node, changed.version());
                cluster.count(Occurrence.WATCH_EVENT, 1);
                if (!cluster.isHealed() && random.chance(LEAVE_CHANCE)) {
                    leave();
                }
            }
            case Response.Compacted compacted -> {
                boolean news = truth.compacted(node, compacted.version());
                cluster.count(Occurrence.WATCH_COMPACTED, news ? 1 : 0);
            }
            default -> closed(from); // refused
        }
        cluster.trace().add(heardNanos).add(node).add(key).add(truth.from());
        cluster.trace()
                .line(() -> cluster.at(node) + "tells of " + Describe.key(key) + ": " + response);
    }
}
