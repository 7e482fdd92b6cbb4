package io.paxosstore.log.identity;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * Whose store a directory is to be. {@link #of} gives that of a node alone.
 *
 * @param directory the node's own directory; created where missing, but not its parent's disk
 * @param clusterId the cluster this node belongs to; a store of another cluster is refused
 * @param nodeId this node's number; a store of another node is refused
 * @param shards how many threads share the store; may change from start to start, and is recorded
 *     for one that does not say how many
 * @param members the ids of the founders of the cluster, ascending: all of them voted in every slot
 *     before its first change. A store of other founders is refused
 * @param nodes what the node was told of the nodes of the cluster, the founders among them; null if
 *     there are no others, and they are not kept
 */
public record IdentityConfig(
        Path directory,
        String clusterId,
        int nodeId,
        int shards,
        List<Integer> members,
        @Nullable KnownNodes nodes) {
    /** The most founders of a cluster. */
    public static final int MEMBERS_MAX = 128;

    /** The longest cluster id, in characters. */
    public static final int CLUSTER_ID_LENGTH_MAX = 64;

    /**
     * Checks all settings.
     *
     * @throws IllegalArgumentException naming every setting that is wrong
     */
    public IdentityConfig {
        List<String> problems = new ArrayList<>();
        if (clusterId.isEmpty() || clusterId.length() > CLUSTER_ID_LENGTH_MAX) {
            problems.add("clusterId must have 1 to " + CLUSTER_ID_LENGTH_MAX + " characters");
        }
        if (nodeId < 1) {
            problems.add("nodeId must be at least 1, not " + nodeId);
        }
        members = List.copyOf(members);
        boolean named = nodes != null || members.contains(nodeId);
        if (!named || !members.equals(List.copyOf(new TreeSet<>(members)))) {
            problems.add("members must be ascending and name node " + nodeId + ", not " + members);
        }
        if (members.size() > MEMBERS_MAX) {
            problems.add("there may be " + MEMBERS_MAX + " members, not " + members.size());
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "Identity of the node: " + String.join("; ", problems) + ".");
        }
    }

    /** A node alone. */
    public static IdentityConfig of(Path directory, String clusterId, int nodeId, int shards) {
        return new IdentityConfig(directory, clusterId, nodeId, shards, List.of(nodeId), null);
    }

    /** The same in a cluster that these nodes founded, in any order. */
    public IdentityConfig withMembers(Collection<Integer> ids) {
        return new IdentityConfig(
                directory, clusterId, nodeId, shards, ids.stream().sorted().toList(), nodes);
    }

    /** The same in a cluster of which this is known; it is kept in the directory. */
    public IdentityConfig withNodes(KnownNodes known) {
        return new IdentityConfig(directory, clusterId, nodeId, shards, known.founderIds(), known);
    }
}
