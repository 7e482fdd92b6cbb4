package io.paxosstore.client;

import io.paxosstore.protocol.wire.NodeAddress;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The nodes of the cluster in ascending order of their ids. A node that stays keeps its connection,
 * its health and its {@link Node#index}; one that gets another address is another node. Owned by
 * the network thread.
 */
final class Members {
    private Node[] ascending = new Node[0];

    int count() {
        return ascending.length;
    }

    /** The node at a place of the ascending order. */
    Node at(int place) {
        return ascending[place];
    }

    List<Node> all() {
        return List.of(ascending);
    }

    /** The node of this id, if there is one. */
    @Nullable Node find(int nodeId) {
        int low = 0;
        int high = ascending.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int id = ascending[middle].address.nodeId();
            if (id == nodeId) {
                return ascending[middle];
            } else if (id < nodeId) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return null;
    }

    /** Whether this very node is one of them. */
    boolean contains(Node node) {
        return find(node.address.nodeId()) == node;
    }

    /**
     * Makes them the nodes at these addresses.
     *
     * @return those that are not among them any more
     */
    List<Node> replace(List<NodeAddress> addresses, long nowNanos) {
        List<NodeAddress> sorted = new ArrayList<>(addresses);
        sorted.sort(Comparator.comparingInt(NodeAddress::nodeId));
        Node[] after = new Node[sorted.size()];
        BitSet indices = new BitSet();
        for (int i = 0; i < after.length; i++) {
            Node present = find(sorted.get(i).nodeId());
            if (present != null && present.address.equals(sorted.get(i))) {
                after[i] = present;
                indices.set(present.index);
            }
        }
        for (int i = 0; i < after.length; i++) {
            if (after[i] == null) {
                after[i] = new Node(sorted.get(i));
                after[i].index = indices.nextClearBit(0);
                after[i].connectAtNanos = nowNanos;
                indices.set(after[i].index);
            }
        }
        List<Node> left = new ArrayList<>(all());
        ascending = after;
        left.removeIf(this::contains);
        return left;
    }
}
