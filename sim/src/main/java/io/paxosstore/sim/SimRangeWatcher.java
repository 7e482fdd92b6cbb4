package io.paxosstore.sim;

import io.paxosstore.core.RandomSource;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.RangeChange;
import io.paxosstore.protocol.range.RangeMerge;
import io.paxosstore.protocol.range.RangeReader;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.sim.invariant.RangeTruth;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A client's watch on all keys of a space, at all nodes at once: where one is lost, silent, or has
 * ended the watch, it asks again. One that is ahead of others, or tells something while the reader
 * takes nothing, is stopped until it may go on. Not thread-safe.
 */
final class SimRangeWatcher implements RangeReader {
    private static final long MILLI = 1_000_000L;

    /** How long it waits between two looks which nodes are there. */
    private static final long LOOK_NANOS = 100 * MILLI;

    /** A node that tells nothing for so long is asked again. */
    private static final long SILENCE_NANOS = 2_500 * MILLI;

    /** The chance that it leaves a node after it was told something. */
    private static final double LEAVE_CHANCE = 0.02;

    /** The chance that its reader takes nothing for a while after it was told something. */
    private static final double PAUSE_CHANCE = 0.01;

    /** The longest pause. */
    private static final long PAUSE_NANOS = 5_000 * MILLI;

    private static final int KEYS_MAX = 64;

    private final SimCluster cluster;
    private final RandomSource random;
    private final ChangeRange range;
    private final int voters;
    private final RangeMerge merge;
    private final RangeTruth truth;
    private final Map<Integer, RangeSession> sessions = new TreeMap<>();
    private final Map<Integer, Long> heardNanos = new TreeMap<>();
    private boolean hasEnded;
    private boolean isPaused;

    /**
     * A watch on the space of the first of these keys, which are all there are.
     *
     * @param voters how many nodes vote for each of them, at least
     */
    SimRangeWatcher(SimCluster cluster, List<EntityKey> keys, int voters, RandomSource random) {
        this.cluster = cluster;
        this.random = random;
        this.voters = voters;
        int space = keys.getFirst().space();
        this.range = new ChangeRange(space, new byte[0], false);
        this.merge = new RangeMerge(space, KEYS_MAX, key -> null, this);
        this.truth =
                new RangeTruth(
                        cluster.truth(),
                        cluster.kind(),
                        keys.stream().filter(key -> key.space() == space).toList(),
                        voters < cluster.nodes());
    }

    /** Watches. */
    void begin() {
        look();
    }

    /** Ends the watch. */
    void end() {
        hasEnded = true;
        sessions.values().forEach(RangeSession::end);
        sessions.clear();
    }

    /** What it was not told, now that it must have been told everything; empty for nothing. */
    String lacks() {
        return truth.lacks();
    }

    private void look() {
        if (hasEnded) {
            return;
        }
        long now = cluster.queue().nowNanos();
        List<Integer> ids = new ArrayList<>();
        for (int id = 1; id <= cluster.nodes(); id++) {
            ids.add(id);
        }
        Set<Integer> down = new TreeSet<>(ids);
        down.removeIf(id -> cluster.liveNode(id) != null);
        merge.nodes(ids, down, voters, now);
        for (int id : ids) {
            RangeSession session = sessions.get(id);
            boolean isSilent = now - heardNanos.getOrDefault(id, now) > SILENCE_NANOS;
            if (session != null && (session.isLost() || isSilent)) {
                leave(session);
            } else if (session != null) {
                stopIfItShould(session);
            }
            SimNode node = cluster.liveNode(id);
            if (node == null && session == null) {
                merge.closed(id, now);
            } else if (node != null && !sessions.containsKey(id) && merge.mayTell(id)) {
                RangeSession next = new RangeSession(cluster, node, this, random);
                sessions.put(id, next);
                heardNanos.put(id, now);
                next.begin(range, merge.position(id));
            }
        }
        cluster.queue().after(LOOK_NANOS, this::look);
    }

    private void leave(RangeSession session) {
        end(session);
        merge.closed(session.node().id(), cluster.queue().nowNanos());
    }

    private void stopIfItShould(RangeSession session) {
        int id = session.node().id();
        if (!merge.mayTell(id)) {
            end(session);
            merge.stopped(id, cluster.queue().nowNanos());
        }
    }

    private void end(RangeSession session) {
        sessions.remove(session.node().id());
        session.end();
    }

    /** Its node has ended the watch, or refused it. */
    void closed(RangeSession from) {
        if (isMine(from)) {
            leave(from); // asked again at the next look
        }
    }

    @SuppressWarnings("ReferenceEquality") // the connection itself, and no other
    private boolean isMine(RangeSession from) {
        return sessions.get(from.node().id()) == from;
    }

    /** A node tells something. */
    void hears(RangeSession from, Response response) {
        if (!isMine(from)) {
            return; // it was left
        }
        int id = from.node().id();
        long now = cluster.queue().nowNanos();
        heardNanos.put(id, now);
        switch (response) {
            case Response.RangeWatched watched -> {
                boolean isResumed =
                        watched.isResumed() || cluster.hostBug() == HostBug.RANGE_TRUSTS_ALL;
                merge.begins(id, isResumed, watched.position(), now);
            }
            case Response.RangeChanged changed -> {
                merge.changed(id, changed.next(), changed.changes(), now);
                if (!cluster.isHealed() && random.chance(PAUSE_CHANCE)) {
                    pause();
                }
                if (!cluster.isHealed() && random.chance(LEAVE_CHANCE)) {
                    leave(from);
                } else {
                    stopIfItShould(from);
                }
            }
            default -> closed(from); // refused
        }
    }

    private void pause() {
        if (!isPaused) {
            isPaused = true;
            merge.pauses(cluster.queue().nowNanos());
            cluster.queue().after(random.nextLong(PAUSE_NANOS), this::resume);
        }
    }

    private void resume() {
        if (!hasEnded) {
            isPaused = false;
            merge.resumes(cluster.queue().nowNanos());
        }
    }

    @Override
    public void changed(RangeChange change) {
        EntityKey key = new EntityKey(range.space(), change.key());
        truth.changed(key, change.version());
        cluster.count(Occurrence.RANGE_EVENT, 1);
        cluster.trace().add(key).add(change.version());
        cluster.trace()
                .line(() ->
                        "a watch on a range tells of %s: version %d"
                                .formatted(Describe.key(key), change.version()));
    }

    @Override
    public void resync() {
        cluster.count(Occurrence.RANGE_RESYNC, truth.hasBegun() ? 1 : 0);
        truth.resync();
        cluster.trace().line(() -> "a watch on a range has to read it");
    }
}
