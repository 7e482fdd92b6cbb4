package io.paxosstore.node.topology;

import io.paxosstore.node.placement.Plan;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;

/** What became of an operator's wish. */
public sealed interface DeskAnswer {
    /**
     * It is done, or could be.
     *
     * @param topology with it
     * @param plan what it moves, as a whole; the moves begin later
     */
    record Done(Topology topology, Plan plan) implements DeskAnswer {}

    /** Something is against it; nothing is changed. */
    record Refused(String sentence) implements DeskAnswer {}

    /**
     * It was not judged, or not written.
     *
     * @param code {@link FailureCode#UNKNOWN_OUTCOME} where it may be done all the same
     */
    record Failed(FailureCode code, String sentence) implements DeskAnswer {}
}
