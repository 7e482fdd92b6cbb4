package io.paxosstore.server.peer;

import io.paxosstore.log.StorageEngine.Standing;
import io.paxosstore.server.recovery.NodeStanding;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Decides whether another node may connect, and learns from what it says. Thread-safe; {@link
 * #refusal} blocks for the disk.
 */
public final class PeerGate {
    private final PeerHello self;
    private final Set<Integer> nodeIds;
    private final PeerMemory memory;
    private final Supplier<Standing> standing;
    private final NodeStanding decision;

    /**
     * @param self this node; shard, socket, standing and what is remembered do not matter
     * @param nodeIds all nodes of the cluster
     * @param standing what the store knows of its completeness now
     * @param decision told what other nodes remember of this one
     */
    public PeerGate(
            PeerHello self,
            Set<Integer> nodeIds,
            PeerMemory memory,
            Supplier<Standing> standing,
            NodeStanding decision) {
        this.self = self;
        this.nodeIds = Set.copyOf(nodeIds);
        this.memory = memory;
        this.standing = standing;
        this.decision = decision;
    }

    /** What this node says to another one on a connection. */
    PeerHello self(int shard, int socket, int toNode) {
        return self.forConnection(shard, socket, standing.get(), memory.remembered(toNode));
    }

    /**
     * Somebody knows that a node lives under this incarnation; durable when this returns.
     *
     * @throws IOException when it cannot be made so
     */
    void heard(int nodeId, int incarnation) throws IOException {
        memory.raise(nodeId, incarnation);
    }

    /** The sentence for a node that speaks another version. */
    static String wrongVersion(long theirs) {
        return "It speaks version "
                + theirs
                + " of the peer protocol, this node version "
                + PeerHello.VERSION
                + "; run the same release on both.";
    }

    /**
     * Checks a node. One that passes is remembered durably, and what it remembers of this node has
     * been taken into account.
     *
     * @return one sentence that says why it is refused; null when it is welcome
     * @throws IOException when something cannot be made durable
     */
    @Nullable String refusal(PeerHello theirs) throws IOException {
        if (!theirs.clusterId().equals(self.clusterId())) {
            return "It belongs to cluster '"
                    + theirs.clusterId()
                    + "', this node to '"
                    + self.clusterId()
                    + "'; check cluster.id and cluster.nodes.";
        }
        if (theirs.configEpoch() != self.configEpoch()) {
            return "It knows membership epoch "
                    + theirs.configEpoch()
                    + ", this node epoch "
                    + self.configEpoch()
                    + ".";
        }
        if (theirs.nodeId() == self.nodeId() || !nodeIds.contains(theirs.nodeId())) {
            return "It calls itself node "
                    + theirs.nodeId()
                    + ", which is no other member of this cluster; check node.id and"
                    + " cluster.nodes.";
        }
        if (theirs.shardCount() != self.shardCount()) {
            return "It has "
                    + theirs.shardCount()
                    + " shards, this node "
                    + self.shardCount()
                    + "; set server.shards to the same number on every node.";
        }
        if (!theirs.fingerprint().equals(self.fingerprint())) {
            return "Its cluster-wide settings differ (fingerprint "
                    + theirs.fingerprint()
                    + ", here "
                    + self.fingerprint()
                    + "); compare 'server --print-config' of both nodes.";
        }
        if (theirs.shard() >= self.shardCount()) {
            return "It asks for shard " + theirs.shard() + " of " + self.shardCount() + ".";
        }
        return storeRefusal(theirs);
    }

    private @Nullable String storeRefusal(PeerHello theirs) throws IOException {
        int node = theirs.nodeId();
        PeerMemory.Verdict verdict =
                memory.meet(node, theirs.storeId(), theirs.incarnation(), theirs.standing());
        return switch (verdict) {
            case WELCOME -> {
                boolean lost = theirs.remembered().tellsOfAnotherStore(self.storeId());
                decision.answered(node, lost);
                yield null;
            }
            case OLD_STORE ->
                    "Node "
                            + node
                            + " comes with another store than before, whose incarnation "
                            + theirs.incarnation()
                            + " is not above "
                            + memory.remembered(node).incarnation()
                            + ": it is an old directory, or the node's clock is behind; set the"
                            + " clock and start the node with an empty directory.";
            case OLD_INCARNATION ->
                    "Node "
                            + node
                            + " comes with incarnation "
                            + theirs.incarnation()
                            + " of its store, though it has lived under "
                            + memory.remembered(node).incarnation()
                            + " already: its directory is an old copy; start it with an empty"
                            + " directory instead.";
        };
    }
}
