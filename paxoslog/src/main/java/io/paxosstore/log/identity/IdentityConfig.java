package io.paxosstore.log.identity;

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
 * @param members the ids of all nodes of the cluster, this one among them, ascending; all of them
 *     vote. A store of other members is refused
 */
public record IdentityConfig(
        Path directory, String clusterId, int nodeId, int shards, List<Integer> members) {
    /** The most nodes of a cluster. */
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
        if (!members.contains(nodeId) || !members.equals(List.copyOf(new TreeSet<>(members)))) {
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
        return new IdentityConfig(directory, clusterId, nodeId, shards, List.of(nodeId));
    }

    /** The same in a cluster of these nodes, in any order. */
    public IdentityConfig withMembers(Collection<Integer> ids) {
        return new IdentityConfig(
                directory, clusterId, nodeId, shards, ids.stream().sorted().toList());
    }
}
