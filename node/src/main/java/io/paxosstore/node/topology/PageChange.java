package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.SlotChange;
import io.paxosstore.protocol.topology.TopologyPage;

import java.util.List;

/**
 * A change of one page: of all its slots that are to change now.
 *
 * @param before the page as it is known
 * @param changes at least one, in ascending order of the slots
 */
public record PageChange(TopologyPage before, List<SlotChange> changes) {
    /** Copies the list. */
    public PageChange {
        changes = List.copyOf(changes);
    }

    /** The page's next version. */
    public TopologyPage after() {
        return before.with(changes);
    }
}
