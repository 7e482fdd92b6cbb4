package io.paxosstore.node.peer;

import io.paxosstore.node.host.ClusterRoom;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which other nodes are connected, and since when they are not. Nodes come and go. Thread-safe. */
public final class PeerPresence {
    /**
     * What is known of another node.
     *
     * @param shards how many shards are connected to it
     * @param isConnected whether all are
     * @param lastSeen when it was connected last; null if never in this run
     * @param missingSince when it was connected last; else since when this node knows of it
     */
    public record Presence(
            int nodeId,
            int shards,
            boolean isConnected,
            @Nullable Instant lastSeen,
            Instant missingSince) {}

    private final ClusterRoom rooms;
    private final InstantSource clock;
    private final Instant started;
    private final int shardCount;

    /** The shards that are connected, by the nodes that they are connected to. */
    private final SortedMap<Integer, BitSet> shards = new TreeMap<>();

    private final SortedMap<Integer, Instant> seen = new TreeMap<>();

    /** Since when the nodes are known. */
    private final SortedMap<Integer, Instant> known = new TreeMap<>();

    /**
     * @param peerIds the other nodes
     * @param shardCount the shards of this node
     */
    public PeerPresence(ClusterRoom rooms, InstantSource clock, int[] peerIds, int shardCount) {
        this.rooms = rooms;
        this.clock = clock;
        this.started = clock.instant();
        this.shardCount = shardCount;
        members(peerIds);
    }

    /** These are the other nodes from now on; what was known of others is forgotten. */
    public final synchronized void members(int[] peerIds) {
        Set<Integer> members = Arrays.stream(peerIds).boxed().collect(Collectors.toSet());
        shards.keySet().stream().filter(node -> !members.contains(node)).forEach(rooms::gone);
        shards.keySet().retainAll(members);
        seen.keySet().retainAll(members);
        known.keySet().retainAll(members);
        members.forEach(node -> known.putIfAbsent(node, clock.instant()));
        members.forEach(node -> shards.computeIfAbsent(node, none -> new BitSet(shardCount)));
    }

    /** The room of all nodes. */
    ClusterRoom rooms() {
        return rooms;
    }

    /**
     * A shard is connected to a node. Said again, it changes nothing but when the node was seen.
     *
     * @param shard its index
     */
    public synchronized void up(int nodeId, int shard) {
        BitSet connected = shards.get(nodeId);
        if (connected != null) {
            connected.set(shard);
            seen.put(nodeId, clock.instant());
        }
    }

    /**
     * A shard is not connected to a node any more, if it was.
     *
     * @param shard its index
     */
    public synchronized void down(int nodeId, int shard) {
        BitSet connected = shards.get(nodeId);
        if (connected == null || !connected.get(shard)) {
            return;
        }
        connected.clear(shard);
        seen.put(nodeId, clock.instant());
        if (connected.isEmpty()) {
            rooms.gone(nodeId);
        }
    }

    /** When this node started. */
    public Instant started() {
        return started;
    }

    /** All other nodes, by their ids. */
    public synchronized SortedMap<Integer, Presence> peers() {
        SortedMap<Integer, Presence> all = new TreeMap<>();
        shards.forEach((node, ofNode) -> {
            int connected = ofNode.cardinality();
            boolean whole = connected == shardCount;
            Instant last = connected > 0 ? clock.instant() : seen.get(node);
            Instant since = last == null ? known.getOrDefault(node, started) : last;
            all.put(node, new Presence(node, connected, whole, last, since));
        });
        return all;
    }

    /** Whether a shard at least is connected to another node. */
    public synchronized boolean connects(int nodeId) {
        BitSet connected = shards.get(nodeId);
        return connected != null && !connected.isEmpty();
    }

    /** The other nodes that are connected with all their shards; a copy. */
    public synchronized SortedSet<Integer> connectedPeers() {
        return shards.entrySet().stream()
                .filter(one -> one.getValue().cardinality() == shardCount)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * For how long a node has been missing; since this one knows of it if it never came; 0 while it
     * is there, and of one that is no member.
     */
    public double missingSeconds(int nodeId) {
        Presence peer = peers().get(nodeId);
        if (peer == null || peer.isConnected()) {
            return 0;
        }
        return Duration.between(peer.missingSince(), clock.instant()).toMillis() / 1e3;
    }

    /** How many nodes are connected with all their shards, this one among them. */
    public synchronized int connected() {
        return 1 + connectedPeers().size();
    }

    /** How many nodes the cluster has. */
    public synchronized int nodes() {
        return 1 + shards.size();
    }
}
