package io.paxosstore.protocol.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All nodes that the cluster has or had. Immutable.
 *
 * @param version grows with every change, from 1
 * @param nodes in ascending order of their ids, whatever order they are given in
 */
public record NodeList(long version, List<ClusterNode> nodes) {
    /** The greatest number of nodes, those removed included. */
    public static final int COUNT_MAX = 10_000;

    /**
     * Checks that ids and addresses differ.
     *
     * @throws IllegalArgumentException with a sentence that says what is wrong and what would do
     */
    public NodeList {
        long given = version;
        Check.that(
                version >= 1,
                () ->
                        "Version "
                                + given
                                + " of a list of nodes is out of range; versions begin at 1.");
        int count = nodes.size();
        Check.that(
                count <= COUNT_MAX,
                () -> "There are " + count + " nodes; a cluster has at most " + COUNT_MAX + ".");
        nodes = nodes.stream().sorted(Comparator.comparingInt(ClusterNode::id)).toList();
        Map<String, Integer> addresses = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            ClusterNode node = nodes.get(i);
            Check.that(
                    i == 0 || nodes.get(i - 1).id() < node.id(),
                    () -> "Node id " + node.id() + " is given twice; ids must differ.");
            if (node.membership() == Membership.REMOVED) {
                continue;
            }
            Integer other = addresses.put(node.peerAddress(), node.id());
            Check.that(
                    other == null,
                    () ->
                            "Nodes "
                                    + other
                                    + " and "
                                    + node.id()
                                    + " are both at "
                                    + node.peerAddress()
                                    + "; each needs an address of its own.");
        }
    }

    /** The node of this id, if there is one. */
    public Optional<ClusterNode> find(int id) {
        return nodes.stream().filter(node -> node.id() == id).findAny();
    }

    /** The nodes that were not removed, ascending by their ids. */
    public List<ClusterNode> present() {
        return nodes.stream().filter(node -> node.membership() != Membership.REMOVED).toList();
    }

    /** The same nodes as another version: something that is stored with them has changed. */
    NodeList next() {
        return new NodeList(version + 1, nodes);
    }

    /** The next version of the list: with a node put in, or in the place of the one of its id. */
    public NodeList with(ClusterNode changed) {
        List<ClusterNode> all = new ArrayList<>(nodes);
        all.removeIf(node -> node.id() == changed.id());
        all.add(changed);
        return new NodeList(version + 1, all);
    }
}
