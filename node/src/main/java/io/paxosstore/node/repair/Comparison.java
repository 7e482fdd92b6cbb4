package io.paxosstore.node.repair;

import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * The comparison of one entity at one version: this node's digest, and those of all others that can
 * be asked. On the shard's loop only.
 */
final class Comparison {
    /** A question without an answer is asked again. */
    private static final long ASK_NANOS = 2_000_000_000L;

    /** A node that says nothing for so long has no opinion. */
    private static final long SILENCE_NANOS = 12_000_000_000L;

    /** A node that does not come to the version for so long has none either. */
    private static final long REACH_NANOS = 3_000_000_000L;

    /** Another node, and what it said. */
    private static final class Asked {
        private final int nodeId;
        private final long question;
        private State state = State.Waiting.FOR_VERSION;
        private long askedNanos;
        private long heardNanos;
        private boolean gone;

        Asked(int nodeId, long question, long nowNanos) {
            this.nodeId = nodeId;
            this.question = question;
            this.askedNanos = nowNanos;
            this.heardNanos = nowNanos;
        }
    }

    private final ContentHost host;
    private final EntityKey key;
    private final long version;
    private final ContentDigest mine;
    private final long begunNanos;
    private final List<Asked> others = new ArrayList<>();

    /** Begins it: this node's digest comes first, so that its version is this moment's. */
    Comparison(ContentHost host, EntityKey key, long version) {
        this.host = host;
        this.key = key;
        this.version = version;
        this.begunNanos = host.nowNanos();
        this.mine = host.digest(key, version);
    }

    EntityKey key() {
        return key;
    }

    long version() {
        return version;
    }

    /** Asks another node. */
    void ask(int nodeId, long question) {
        others.add(new Asked(nodeId, question, begunNanos));
        host.send(nodeId, new ContentFrame.Ask(question, key, version));
    }

    /** Takes an answer; returns whether it was one to this comparison. */
    boolean answered(int nodeId, ContentFrame.Answer answer) {
        for (Asked one : others) {
            if (one.nodeId == nodeId && one.question == answer.id()) {
                one.heardNanos = host.nowNanos();
                one.state = answer.state();
                return true;
            }
        }
        return false;
    }

    /** Whether all have spoken from whom something is to be expected; asks again if need be. */
    boolean isOver() {
        long nowNanos = host.nowNanos();
        boolean waits = isAwaited(mine.state(), nowNanos);
        for (Asked one : others) {
            if (!one.gone && isAwaited(one.state, nowNanos)) {
                one.gone = !host.compares(one.nodeId) || nowNanos - one.heardNanos > SILENCE_NANOS;
                waits |= !one.gone;
                if (!one.gone && nowNanos - one.askedNanos > ASK_NANOS) {
                    one.askedNanos = nowNanos;
                    host.send(one.nodeId, new ContentFrame.Ask(one.question, key, version));
                }
            }
        }
        return !waits;
    }

    private boolean isAwaited(State state, long nowNanos) {
        return switch (state) {
            case State.Waiting waiting ->
                    waiting == State.Waiting.FOR_READING || nowNanos - begunNanos < REACH_NANOS;
            case State.Ready _, State.Past _, State.Nothing _ -> false;
        };
    }

    /** Whether this node's own digest is not ready. */
    boolean isReading() {
        return mine.state() instanceof State.Waiting;
    }

    /** What this node has found; null if that is no digest. */
    State.@Nullable Ready mine() {
        return mine.state() instanceof State.Ready ready ? ready : null;
    }

    /** Whether this node's opinion does not count. */
    boolean isWithoutMine() {
        return mine.state() == State.Nothing.INSTANCE;
    }

    /**
     * Whether somebody had moved on, or this node did not come to the version: another version has
     * to be tried to compare all.
     */
    boolean isMissed() {
        return mine() == null || others.stream().anyMatch(one -> one.state instanceof State.Past);
    }

    /** How far past the version somebody was when he looked; 0 if nobody was. */
    long past() {
        long past = mine.state() instanceof State.Past(long its) ? its - version : 0;
        for (Asked one : others) {
            if (one.state instanceof State.Past(long its)) {
                past = Math.max(past, its - version);
            }
        }
        return past;
    }

    /** The digests that there are. */
    Opinions opinions(int self, int nodeCount) {
        Opinions opinions = new Opinions(nodeCount);
        if (mine.state() instanceof State.Ready(long digest)) {
            opinions.add(self, digest);
        }
        for (Asked one : others) {
            if (one.state instanceof State.Ready(long digest)) {
                opinions.add(one.nodeId, digest);
            }
        }
        return opinions;
    }

    /** Gives up what this node still computes. */
    void close() {
        mine.close();
    }
}
