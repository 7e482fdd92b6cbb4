package io.paxosstore.core.step;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Message;
import io.paxosstore.core.NodeIncarnations;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.ReplicaConfig;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.Rules;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import java.util.TreeSet;

/**
 * What the entities of one replica share: identity, configuration, counters, and the time and the
 * effects of the step that is going on. Not thread-safe.
 */
public final class Turn {
    private final ReplicaConfig config;
    private Identity identity;
    private final StateMachine machine;
    private final RandomSource random;
    private final Rules rules;
    private final ReplicaStats stats = new ReplicaStats();
    private final TreeSet<Integer> peersDown = new TreeSet<>();

    /** Whether this turn's input says that a peer can be reached again. */
    private int cameUp;

    private final NodeIncarnations incarnations = new NodeIncarnations();

    private long tickets;
    private long nonces;
    private long values;
    private long markBatch;
    private long nowNanos;
    private long wallMillis;
    private Effects out = new Effects();

    /** Who this replica is. */
    public record Identity(int self, int incarnation) {}

    public Turn(
            ReplicaConfig config,
            Identity identity,
            StateMachine machine,
            RandomSource random,
            Rules rules) {
        this.config = config;
        this.identity = identity;
        this.machine = machine;
        this.random = random;
        this.rules = rules;
        // Rule R1: an answer to a probe of an earlier incarnation must never count for a round of
        // this one, however late it comes.
        this.nonces = (long) identity.incarnation() << 32;
    }

    public void begin(long newNowNanos, long newWallMillis, Effects effects) {
        nowNanos = newNowNanos;
        wallMillis = newWallMillis;
        out = effects;
        cameUp = 0;
        if (!effects.hasMarks()) {
            markBatch++;
        }
    }

    public ReplicaConfig config() {
        return config;
    }

    public Identity identity() {
        return identity;
    }

    public StateMachine machine() {
        return machine;
    }

    /** The decisions on which safety rests. */
    public Rules rules() {
        return rules;
    }

    public long nowNanos() {
        return nowNanos;
    }

    public long wallMillis() {
        return wallMillis;
    }

    public Effects out() {
        return out;
    }

    public ReplicaStats stats() {
        return stats;
    }

    /** Marks of smaller batches than this one have been performed. */
    public long markBatch() {
        return markBatch;
    }

    public void count(ReplicaStats.Counter counter) {
        stats.add(counter);
    }

    long nextTicket() {
        return ++tickets;
    }

    public long nextNonce() {
        return ++nonces;
    }

    public ValueId nextValueId() {
        return new ValueId(identity.self(), identity.incarnation(), ++values);
    }

    /** The id of a value that nobody asked for: its proposer is 0 (Rule F3). */
    public ValueId nextNoOpId() {
        long sequence = (long) identity.self() << 40 | ++values;
        return new ValueId(0, identity.incarnation(), sequence);
    }

    /** A time from now: {@code nanos} and up to as much again (back-off with jitter, Rule K7). */
    public long jittered(long nanos) {
        return nowNanos + nanos + random.nextLong(nanos + 1);
    }

    public void send(int to, int epoch, EntityKey key, Message message, boolean lazy) {
        out.add(new Effects.Send(to, epoch, key, message, lazy, identity.incarnation()));
    }

    public void reply(long token, Outcome outcome) {
        out.add(new Effects.Reply(token, outcome));
    }

    public void peerState(int nodeId, boolean up) {
        if (up) {
            peersDown.remove(nodeId);
        } else {
            peersDown.add(nodeId);
        }
        cameUp = up ? nodeId : 0;
    }

    /**
     * Whether an unanswered message is due again to somebody: to all because its time has come, or
     * to a peer that has just come up, because what was sent to it before is lost.
     */
    public boolean isResendDue(long resendNanos) {
        return cameUp != 0 || nowNanos >= resendNanos;
    }

    /** Whether it is due again to this node. */
    public boolean isResendDue(long resendNanos, int nodeId) {
        return hasComeUp(nodeId) || nowNanos >= resendNanos;
    }

    /** Whether this step says that the node can be reached. */
    public boolean hasComeUp(int nodeId) {
        return cameUp == nodeId;
    }

    /** Whether an incarnation of a node is later than any known one; it is known from now on. */
    public boolean raiseIncarnation(int nodeId, int incarnation) {
        if (nodeId == identity.self()) {
            if (incarnation > identity.incarnation()) {
                identity = new Identity(nodeId, incarnation);
            }
            return false;
        }
        if (incarnation <= incarnationOf(nodeId)) {
            return false;
        }
        incarnations.put(nodeId, incarnation);
        return true;
    }

    /** The latest known incarnation of a node; 0 for none. */
    public int incarnationOf(int nodeId) {
        return incarnations.of(nodeId);
    }

    public boolean isDown(int nodeId) {
        return !peersDown.isEmpty() && peersDown.contains(nodeId);
    }
}
