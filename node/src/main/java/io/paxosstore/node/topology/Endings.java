package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.SlotConfiguration.Joint;
import io.paxosstore.protocol.topology.SlotConfiguration.Stable;
import io.paxosstore.protocol.topology.StaticRight;
import io.paxosstore.protocol.topology.Voter;

import java.util.List;

/** How a change of voters ends with the next ones. */
final class Endings {
    private Endings() {}

    /**
     * The change is complete. A right whose owner has left goes to the most preferred of those that
     * became whole in this change (Rule M9); if nobody came, to nobody.
     */
    static Stable completed(Joint joint) {
        List<Voter> newcomers = joint.newcomers();
        return joint.right().owner() == StaticRight.NOBODY && !newcomers.isEmpty()
                ? joint.completed(newcomers.getFirst().node())
                : joint.completed();
    }
}
