package io.paxosstore.node.call;

import java.util.List;

/** Who executes the calls for an entity. */
public sealed interface Route {
    /** This node does. */
    Route HERE = new Here();

    /** This node. */
    record Here() implements Route {}

    /**
     * One of these nodes.
     *
     * @param nodeIds in the order in which they should be tried; this node is not among them
     */
    record There(List<Integer> nodeIds) implements Route {
        public There {
            nodeIds = List.copyOf(nodeIds);
        }
    }
}
