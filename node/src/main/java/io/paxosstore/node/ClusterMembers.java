package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.node.topology.TopologyFollower;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.Topology;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;

/**
 * Which nodes the cluster has, as far as this one knows: at first those that it was told at its
 * start, then those of the topology's list that were not removed, and for a while those that
 * somebody has told of. Each shard has links to them. Thread-safe.
 */
final class ClusterMembers implements TopologyFollower {
    private final int self;
    private final PeerPresence presence;
    private final List<PeerLinks> links;
    private final List<LoopScheduler> loops;

    // Both guarded by this.
    private long version;
    private Set<Integer> listed;

    private volatile Set<Integer> members;

    /**
     * @param identity tells the nodes at the start
     * @param links of the shards, by their index, which have links to those nodes
     * @param loops of the shards, likewise
     */
    ClusterMembers(
            HostIdentity identity,
            PeerPresence presence,
            List<PeerLinks> links,
            List<LoopScheduler> loops) {
        this.self = identity.nodeId();
        this.version = identity.nodesVersion();
        this.listed = Set.copyOf(identity.nodeIds());
        this.members = listed;
        this.presence = presence;
        this.links = links;
        this.loops = loops;
    }

    /** Whether a node is one of the cluster. */
    boolean contains(int nodeId) {
        return members.contains(nodeId);
    }

    /**
     * Somebody with a newer list takes these for nodes of the cluster, too: this one connects to
     * them, and lets them connect, until it has a newer one itself. They prove that they are by
     * what they say of themselves then ({@link io.paxosstore.node.peer.PeerGate}).
     */
    synchronized void hear(NodeList newer) {
        if (newer.version() > version) {
            Set<Integer> all = new TreeSet<>(listed);
            all.addAll(ids(newer));
            become(Set.copyOf(all));
        }
    }

    private static Set<Integer> ids(NodeList nodes) {
        return nodes.present().stream()
                .map(ClusterNode::id)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public synchronized void changed(Topology topology) {
        NodeList nodes = topology.nodes();
        if (nodes.version() <= version) {
            return;
        }
        version = nodes.version();
        listed = ids(nodes);
        become(listed);
    }

    private void become(Set<Integer> next) {
        if (next.equals(members)) {
            return;
        }
        members = next;
        int[] peers = next.stream().mapToInt(Integer::intValue).filter(id -> id != self).toArray();
        presence.members(peers);
        for (int shard = 0; shard < loops.size(); shard++) {
            PeerLinks shardLinks = links.get(shard);
            try {
                loops.get(shard).execute(() -> shardLinks.members(peers));
            } catch (RejectedExecutionException e) {
                return; // the node stops
            }
        }
    }
}
