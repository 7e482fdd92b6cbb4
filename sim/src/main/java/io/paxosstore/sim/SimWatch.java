package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * Tells the truth, and the trace, what passes between one node's host and its disk and its peers.
 * Not thread-safe.
 */
final class SimWatch {
    private final SimCluster cluster;
    private final SimNode node;
    private final SimExecutions executions;

    /** Entities known to be damaged, by the incarnation under which that was found. */
    private final TreeMap<EntityKey, Integer> damaged = new TreeMap<>(EntityPages.ORDER);

    /** Those that were rebuilt in this life, where the node came anew to their slot. */
    private final TreeSet<EntityKey> rebuilt = new TreeSet<>(EntityPages.ORDER);

    /** Those whose damage was not come upon in this life. */
    private final TreeSet<EntityKey> notFound = new TreeSet<>(EntityPages.ORDER);

    SimWatch(SimCluster cluster, SimNode node) {
        this.cluster = cluster;
        this.node = node;
        this.executions = new SimExecutions(cluster, node);
    }

    /** The node starts again: it finds damage anew. */
    void newLife() {
        damaged.clear();
        rebuilt.clear();
        notFound.clear();
    }

    /** The records of an entity have rotted. */
    void damaged(EntityKey key) {
        notFound.add(key);
    }

    /**
     * A load was answered. While the whole store is amnesiac, its incarnation began after the loss;
     * otherwise, or if an entity was damaged since, its amnesia counts once a later incarnation has
     * begun, and is not taken in before: LossBeginsIncarnation (Rule A3).
     */
    void loaded(EntityKey key, Stored stored) {
        int incarnation = node.store().incarnation();
        node.trace("load").add(key).add(stored.version());
        cluster.trace()
                .line(() ->
                        cluster.at(node.id())
                                + "has loaded "
                                + Describe.key(key)
                                + ": "
                                + Describe.stored(stored)
                                + (stored.amnesiac() ? " amnesiac" : ""));
        if (stored.amnesiac() && isLossOfThisLife(key)) {
            Integer found = damaged.putIfAbsent(key, incarnation);
            if (found == null) {
                return;
            }
            cluster.truth().tookInLoss(node.id(), key, found, incarnation);
        }
        int[] incarnations = node.incarnations();
        incarnations[node.id()] = incarnation;
        cluster.truth().loaded(node.id(), key, stored, incarnations);
    }

    /** Whether an entity had a vote under this incarnation, or an earlier one, and has lost it. */
    private boolean isLossOfThisLife(EntityKey key) {
        boolean hasVotes = node.store().isWhole(key) || rebuilt.contains(key);
        boolean isDamaged = notFound.remove(key) || hasVotes;
        return damaged.containsKey(key) || (isDamaged && !node.isAmnesiac(key));
    }

    /** A record is on its way to the disk. */
    void appended(LogRecord record) {
        if (record.rebuilt()) {
            damaged.remove(record.key());
        }
        cluster.appended(node.id(), record);
        executions.appended(record, node.machine());
    }

    /** The node comes anew to a slot, under a later incarnation if it has voted there. */
    void comes(IntPredicate slots) {
        rebuilt.removeIf(key -> slots.test(Slots.of(key)));
    }

    /** A record is durable. */
    void durable(LogRecord record) {
        if (record.rebuilt() && node.store().standing() == Standing.WHOLE) {
            rebuilt.add(record.key());
        }
        cluster.truth().durable(node.id(), record, node.incarnations());
    }

    /** The pending entry of an entity is chosen. */
    void marked(EntityKey key, long entry) {
        node.trace("mark").add(key).add(entry);
        cluster.truth().marked(node.id(), key, entry);
    }

    /** A message leaves. */
    void sent(int to, EntityKey key, Message message) {
        cluster.trace().add(node.id()).add(to).add(key).add(message);
        cluster.truth().sent(node.id(), to, key, message);
        if (message instanceof Message.Paxos paxos && paxos.proposerVotePending()) {
            cluster.pendingVote(node);
        }
    }
}
