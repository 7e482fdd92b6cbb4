package io.paxosstore.server.peer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Set;

/** Decides whether another node may connect. Thread-safe. */
public final class PeerGate {
    private final PeerHello self;
    private final Set<Integer> nodeIds;
    private final PeerMemory memory;

    /**
     * @param self this node; shard and socket do not matter
     * @param nodeIds all nodes of the cluster
     */
    public PeerGate(PeerHello self, Set<Integer> nodeIds, PeerMemory memory) {
        this.self = self;
        this.nodeIds = Set.copyOf(nodeIds);
        this.memory = memory;
    }

    /** What this node says of itself on a connection. */
    PeerHello self(int shard, int socket) {
        return self.forConnection(shard, socket);
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
     * Checks a node; one that passes is remembered.
     *
     * @return one sentence that says why it is refused; null when it is welcome
     */
    @Nullable String refusal(PeerHello theirs) {
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

    private @Nullable String storeRefusal(PeerHello theirs) {
        try {
            return memory.recognises(theirs.nodeId(), theirs.storeId())
                    ? null
                    : "Node "
                            + theirs.nodeId()
                            + " came with another data directory than it had before (now store "
                            + theirs.storeId()
                            + "); start it with its own directory again.";
        } catch (IOException e) {
            return "Its store cannot be remembered: " + e.getMessage() + ".";
        }
    }
}
