package io.paxosstore.server.node;

import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.log.identity.StoreIdentity;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.Membership;
import io.paxosstore.protocol.topology.NodeList;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Contact;
import io.paxosstore.server.config.JoinSettings;
import io.paxosstore.server.config.Settings;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Finds out which nodes the cluster of a starting node has, before its directory is opened: from
 * the directory, or from {@code cluster.nodes}, or from a node of the cluster that is asked to take
 * this one in.
 */
final class StartNodes {
    private final Configuration configuration;
    private final Path directory;
    private final int self;
    private final List<ClusterNode> configured;

    private StartNodes(Configuration configuration) {
        this.configuration = configuration;
        this.directory = configuration.get(Settings.NODE_DIRECTORY);
        this.self = configuration.get(Settings.NODE_ID);
        this.configured = configuration.members().stream().map(ClusterMember::node).toList();
    }

    /**
     * What is known of the nodes. May ask other nodes, and block for them.
     *
     * @throws StartException with one sentence when that is nothing, or this node is none of them
     */
    static KnownNodes find(Configuration configuration) throws StartException {
        StartNodes start = new StartNodes(configuration);
        start.checkOwn();
        KnownNodes held = start.held();
        KnownNodes known = held == null ? start.first() : start.again(held);
        start.checkNotRemoved(known);
        return known;
    }

    private void checkOwn() throws StartException {
        StoreIdentity store = store();
        String foreign =
                store == null
                        ? null
                        : store.foreign(directory, configuration.get(Settings.CLUSTER_ID), self);
        if (foreign != null) {
            throw new StartException(foreign);
        }
    }

    private @Nullable KnownNodes held() {
        try {
            return KnownNodes.peek(FileSystem.real(), directory);
        } catch (IOException e) {
            return null; // opening the directory says what is wrong
        }
    }

    private @Nullable StoreIdentity store() {
        try {
            return StoreIdentity.peek(FileSystem.real(), directory);
        } catch (IOException e) {
            return null; // likewise
        }
    }

    /** Where the founders are, the configuration knows best; which they are, the directory. */
    private KnownNodes again(KnownNodes held) throws StartException {
        KnownNodes given = new KnownNodes(configured, null);
        if (configured.isEmpty()) {
            return held;
        }
        if (given.founderIds().equals(held.founderIds())) {
            return given.with(held.newest());
        }
        if (!held.founderIds().contains(self)) {
            throw new StartException(
                    "cluster.nodes names "
                            + words(given.founderIds())
                            + ", but the cluster that this node has joined was founded by "
                            + words(held.founderIds())
                            + ": put the founders back, or leave cluster.nodes out; members are"
                            + " changed with `paxosstore members`.");
        }
        return given; // a store that has taken part in something refuses them
    }

    private static String words(List<Integer> ids) {
        return (ids.size() == 1 ? "node " : "nodes ")
                + String.join(", ", ids.stream().map(String::valueOf).toList());
    }

    private KnownNodes first() throws StartException {
        List<Contact> contacts = configuration.find(JoinSettings.JOIN);
        StoreIdentity store = store();
        if (configured.isEmpty()) {
            if (contacts == null) {
                throw new StartException(
                        "The directory "
                                + directory
                                + " does not know the nodes of its cluster: name its founders in"
                                + " cluster.nodes, or any of its nodes in cluster.join.");
            }
            return join(contacts, store);
        }
        if (contacts != null && store == null) {
            throw new StartException(
                    "cluster.nodes and cluster.join are both set, and the directory "
                            + directory
                            + " is new: set cluster.nodes to found a cluster, or cluster.join to"
                            + " join one.");
        }
        if (configured.stream().noneMatch(node -> node.id() == self)) {
            throw new StartException(
                    "node.id "
                            + self
                            + " is not among the ids of cluster.nodes, and the directory "
                            + directory
                            + " has joined no cluster: set cluster.join in place of cluster.nodes"
                            + " to join one.");
        }
        return new KnownNodes(configured, null);
    }

    private KnownNodes join(List<Contact> contacts, @Nullable StoreIdentity store)
            throws StartException {
        return new Joiner(
                        configuration.get(Settings.CLUSTER_ID),
                        store == null ? Request.Join.NO_STORE : store.storeId(),
                        configuration.joining(),
                        Joiner.TIMEOUT)
                .join(contacts);
    }

    private void checkNotRemoved(KnownNodes known) throws StartException {
        NodeList newest = known.newest();
        if (newest != null
                && newest.find(self)
                        .filter(node -> node.membership() == Membership.REMOVED)
                        .isPresent()) {
            throw new StartException(
                    "Node "
                            + self
                            + " was removed from its cluster and does not come back: start a new"
                            + " node, with another id and an empty directory.");
        }
    }
}
