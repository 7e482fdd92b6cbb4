package io.paxosstore.log.identity;

import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.protocol.topology.NodeList;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node knows of the nodes of its cluster. Immutable.
 *
 * @param founders those that voted in every slot before its first change, ascending; which they are
 *     never changes, their addresses may
 * @param newest the newest list of nodes; null while there is none but the founders
 */
public record KnownNodes(List<ClusterNode> founders, @Nullable NodeList newest) {
    /** Copies the list. */
    public KnownNodes {
        founders = List.copyOf(founders);
    }

    /**
     * Reads which nodes a directory knows, without its lock and for orientation only.
     *
     * @return null if it knows none, or that cannot be read
     * @throws IOException if a file cannot be read
     */
    public static @Nullable KnownNodes peek(FileSystem fs, Path directory) throws IOException {
        return MemberMemory.peek(fs, directory);
    }

    /** The ids of the founders. */
    public List<Integer> founderIds() {
        return founders.stream().map(ClusterNode::id).toList();
    }

    /** All nodes that were not removed, ascending. */
    public List<ClusterNode> nodes() {
        return newest == null ? founders : newest.present();
    }

    /** The version of the list; 0 while there is none. */
    public long version() {
        return newest == null ? 0 : newest.version();
    }

    /** With the newer one of two lists. */
    public KnownNodes with(@Nullable NodeList other) {
        return other == null || other.version() <= version()
                ? this
                : new KnownNodes(founders, other);
    }
}
