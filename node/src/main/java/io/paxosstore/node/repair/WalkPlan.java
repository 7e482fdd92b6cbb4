package io.paxosstore.node.repair;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotEpochs;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Which node a sweep walks over next, and why. While a node cannot be walked over, this node itself
 * is: of an entry that is pending here, the node that is away may have been the only other one that
 * has it. And those that can be walked over are so again and again: what the node that is away from
 * here chooses with them nobody tells this one, should it die before it is back. Not thread-safe.
 */
final class WalkPlan {
    /** A node whose connection comes and goes is not walked over more often than this. */
    private static final long CATCH_UP_PAUSE_NANOS = 30_000_000_000L;

    /** The greatest share of the time that walks take while a node is away. */
    private static final long AWAY_SHARE = 20;

    private final int self;
    private final SweepHost host;
    private final Pace moves;
    private final Map<Integer, Walk.Purpose> due = new HashMap<>();
    private final Map<Integer, Long> walkedNanos = new HashMap<>();

    /** How long the last walk over a node took, without its rests. */
    private final Map<Integer, Long> tookNanos = new HashMap<>();

    /** Nodes that would not list everything, and until when they are not asked again. */
    private final Map<Integer, Long> refusing = new HashMap<>();

    /** When slots were rebuilt last from what a node holds, or that was given up. */
    private final Map<Integer, Long> rebuiltNanos = new HashMap<>();

    /**
     * At the start: every node is due.
     *
     * @param moves how walks follow each other by which slots move
     */
    WalkPlan(int self, SweepHost host, Pace moves) {
        this.self = self;
        this.host = host;
        this.moves = moves;
        catchUpLater();
        // The others are given some time to be reached after a start.
        walkedNanos.put(self, host.nowNanos());
        ownLater();
    }

    /** Walks over every other node, however lately it was. */
    void catchUpWithAll() {
        for (int peer : host.fellows()) {
            walkedNanos.remove(peer);
        }
        catchUpLater();
    }

    /** Walks over every other node, but not sooner after its last walk than the pause. */
    void catchUpLater() {
        later(Walk.Purpose.CATCH_UP);
    }

    /** Like {@link #catchUpLater}; the others are brought up to date too. */
    void exchangeLater() {
        later(Walk.Purpose.EXCHANGE);
    }

    /** Every other node is due, if not for something that does more. */
    private void later(Walk.Purpose purpose) {
        for (int peer : host.fellows()) {
            due.merge(peer, purpose, WalkPlan::greater);
        }
    }

    private static Walk.Purpose greater(Walk.Purpose a, Walk.Purpose b) {
        return a.compareTo(b) > 0 ? a : b;
    }

    /** Walks over this node's own entities, if another node stays away. */
    void ownLater() {
        due.put(self, Walk.Purpose.CATCH_UP);
    }

    /** Checks against every other node. */
    void check() {
        later(Walk.Purpose.CHECK);
    }

    /** A walk was broken off: it begins anew when its node is back. */
    void again(Walk gone, long nowNanos) {
        if (gone.purpose == Walk.Purpose.REBUILD && host.standing() != Standing.REBUILDING) {
            rebuiltNanos.put(gone.nodeId, nowNanos);
        }
        if (gone.purpose != Walk.Purpose.REBUILD) {
            due.merge(gone.nodeId, gone.purpose, WalkPlan::greater);
        }
    }

    /** A walk has seen everything; one over some slots only says nothing of the others. */
    void ended(Walk walk, long nowNanos) {
        if (walk.purpose == Walk.Purpose.REBUILD && host.standing() != Standing.REBUILDING) {
            return;
        }
        walkedNanos.put(walk.nodeId, nowNanos);
        tookNanos.put(walk.nodeId, walk.workedNanos(nowNanos));
    }

    /** Not everything can be rebuilt from a node until then. */
    void refused(int nodeId, long untilNanos) {
        refusing.put(nodeId, untilNanos);
    }

    /**
     * The next walk; null if there is none to begin now. Of nodes that are due the one comes first
     * that was walked over longest ago: if walks take longer than checks are apart, each has its
     * turn all the same, and none holds all that another does.
     */
    @Nullable Walk next(long nowNanos) {
        boolean rebuilds = host.standing() == Standing.REBUILDING;
        boolean areAllUp = areAllUp();
        if (!rebuilds && !areAllUp) {
            againWhileAway(nowNanos);
        }
        Walk rebuild = rebuild(nowNanos);
        if (rebuild != null || rebuilds) {
            return isResting(nowNanos) ? null : rebuild;
        }
        int next = self;
        for (int peer : host.fellows()) {
            if (host.isUp(peer)
                    && isDue(peer, nowNanos)
                    && (next == self || walkedNanos(peer) < walkedNanos(next))) {
                next = peer;
            }
        }
        boolean isAny = next != self || (!areAllUp && isDue(self, nowNanos));
        return isAny ? take(next, nowNanos) : null;
    }

    /**
     * Whether what is to be rebuilt has to wait: only while nobody is missed, since slots only move
     * then, and whoever votes for them goes on to. What is lost is rebuilt without rests.
     */
    boolean isResting(long nowNanos) {
        return moves.isResting(nowNanos) && host.standing() != Standing.REBUILDING && areAllUp();
    }

    private boolean areAllUp() {
        return Arrays.stream(host.fellows()).allMatch(host::isUp);
    }

    private long walkedNanos(int nodeId) {
        return walkedNanos.getOrDefault(nodeId, Long.MIN_VALUE);
    }

    /** Whether there is a slot to rebuild now, from a node that can be asked. */
    boolean hasRebuild(long nowNanos) {
        return rebuild(nowNanos) != null;
    }

    /**
     * Who was walked over longest ago comes first, so that one that leads to no end keeps no other
     * waiting. What this node has left over of slots to which it came anew is rebuilt like the
     * rest.
     */
    private @Nullable Walk rebuild(long nowNanos) {
        Walk next = rebuildFrom(self, nowNanos);
        int[] fellows = host.fellows();
        for (int i = fellows.length - 1; i >= 0; i--) {
            int peer = fellows[i];
            if (next == null || rebuiltNanos(peer) <= rebuiltNanos(next.nodeId)) {
                Walk walk = host.isUp(peer) ? rebuildFrom(peer, nowNanos) : null;
                next = walk == null ? next : walk;
            }
        }
        return next;
    }

    private long rebuiltNanos(int nodeId) {
        return rebuiltNanos.getOrDefault(nodeId, Long.MIN_VALUE);
    }

    private void againWhileAway(long nowNanos) {
        for (int peer : host.fellows()) {
            long pauseNanos = AWAY_SHARE * host.fellows().length * tookNanos.getOrDefault(peer, 0L);
            Long walked = walkedNanos.get(peer);
            if (host.isUp(peer) && walked != null && nowNanos - walked >= pauseNanos) {
                due.putIfAbsent(peer, Walk.Purpose.CATCH_UP);
            }
        }
    }

    private @Nullable Walk rebuildFrom(int nodeId, long nowNanos) {
        if (nowNanos < refusing.getOrDefault(nodeId, 0L)) {
            return null;
        }
        SlotEpochs slots = host.toRebuild(nodeId);
        return slots.isEmpty() ? null : Walk.rebuild(nodeId, slots, nowNanos);
    }

    private boolean isDue(int nodeId, long nowNanos) {
        Walk.Purpose purpose = due.get(nodeId);
        Long walked = walkedNanos.get(nodeId);
        boolean tooSoon =
                purpose != Walk.Purpose.CHECK
                        && walked != null
                        && nowNanos - walked < CATCH_UP_PAUSE_NANOS;
        return purpose != null && !tooSoon;
    }

    private Walk take(int nodeId, long nowNanos) {
        return new Walk(nodeId, Objects.requireNonNull(due.remove(nodeId)), nowNanos);
    }
}
