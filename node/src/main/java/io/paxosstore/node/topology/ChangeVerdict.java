package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.protocol.topology.TopologyHead;

/** What becomes of a wish to change the cluster. */
public sealed interface ChangeVerdict {
    /**
     * It may be done.
     *
     * @param head what is to be written in the place of the head that it was judged by
     * @param plan what will move, for the operator; empty if nothing will
     */
    record Allowed(TopologyHead head, Plan plan) implements ChangeVerdict {}

    /** It may not. */
    record Refused(ChangeRefusal why) implements ChangeVerdict {}
}
