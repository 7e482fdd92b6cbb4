package io.paxosstore.server.node;

import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.node.topology.TopologyFollower;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.server.config.ClusterMember;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The nodes of the cluster as this one knows them: at first what its directory knows, then the
 * topology's list, of which the directory keeps the newest. Thread-safe.
 */
final class KnownMembers implements TopologyFollower {
    private static final Logger LOG = LoggerFactory.getLogger(KnownMembers.class);

    /** Keeps a list durably. */
    @FunctionalInterface
    interface Keeping {
        /** Blocks for the disk. */
        void keep(NodeList newest) throws IOException;
    }

    private final Keeping keeping;
    private final Executor background;
    private final List<Consumer<List<ClusterNode>>> followers = new CopyOnWriteArrayList<>();

    // Changed with the lock of this.
    private volatile KnownNodes known;

    /** Whether those who follow have been told of others than are known; guarded by this. */
    private boolean hasHeard;

    // What the directory does not have yet; taken away by the background.
    private final AtomicReference<@Nullable NodeList> unkept = new AtomicReference<>();

    /**
     * @param atStart what is known at the start, and in the directory
     * @param background for what blocks; may refuse
     */
    KnownMembers(KnownNodes atStart, Keeping keeping, Executor background) {
        this.known = atStart;
        this.keeping = keeping;
        this.background = background;
    }

    /** The founders. */
    List<ClusterNode> founders() {
        return known.founders();
    }

    /** All nodes that were not removed, ascending by their ids. */
    List<ClusterNode> nodes() {
        return known.nodes();
    }

    /** Where other nodes reach one, for people. */
    String addressOf(int id) {
        return nodes().stream()
                .filter(node -> node.id() == id)
                .map(ClusterNode::peerAddress)
                .findAny()
                .orElse("an unknown address");
    }

    /** Where clients reach the nodes: {@code self}, which knows itself best, and the others. */
    List<NodeAddress> clientAddresses(ClusterMember self) {
        return nodes().stream()
                .map(node ->
                        node.id() == self.id()
                                ? new NodeAddress(self.id(), self.host(), self.clientPort())
                                : new NodeAddress(node.id(), node.host(), node.clientPort()))
                .toList();
    }

    /** All but one. */
    List<ClusterNode> othersThan(int self) {
        return nodes().stream().filter(node -> node.id() != self).toList();
    }

    /**
     * Tells of the nodes now, and then of every change, on any thread, one at a time; before the
     * topology is followed.
     */
    void follow(Consumer<List<ClusterNode>> follower) {
        followers.add(follower);
        follower.accept(nodes());
    }

    /** Whether a list is newer than what is known. */
    boolean lacks(NodeList list) {
        return list.version() > known.version();
    }

    /**
     * Somebody else has this list. If it is newer, those who follow are told of its nodes beside
     * those that are known, until the topology has a newer one; it is not kept.
     */
    synchronized void hear(NodeList list) {
        if (!lacks(list)) {
            return;
        }
        SortedMap<Integer, ClusterNode> all = new TreeMap<>();
        known.nodes().forEach(node -> all.put(node.id(), node));
        list.present().forEach(node -> all.put(node.id(), node));
        List<ClusterNode> nodes = List.copyOf(all.values());
        followers.forEach(follower -> follower.accept(nodes));
        hasHeard = true;
    }

    @Override
    public synchronized void changed(Topology topology) {
        NodeList list = topology.nodes();
        if (!lacks(list)) {
            return;
        }
        KnownNodes next = known.with(list);
        boolean isNews = hasHeard || !next.nodes().equals(known.nodes());
        known = next;
        if (isNews) {
            hasHeard = false;
            followers.forEach(follower -> follower.accept(next.nodes()));
        }
        unkept.set(list);
        keep();
    }

    /** Keeps what is not kept yet; to be called now and then, since there may be no room. */
    void keep() {
        if (unkept.get() == null) {
            return;
        }
        try {
            background.execute(this::keepNow);
        } catch (RejectedExecutionException e) {
            LOG.debug("members_waiting the list of nodes is kept later");
        }
    }

    private void keepNow() {
        NodeList list = unkept.get();
        if (list == null) {
            return;
        }
        try {
            keeping.keep(list);
            unkept.compareAndSet(list, null);
        } catch (IOException e) {
            LOG.warn("members_unkept the list of nodes cannot be written now: {}", e.toString());
        }
    }
}
