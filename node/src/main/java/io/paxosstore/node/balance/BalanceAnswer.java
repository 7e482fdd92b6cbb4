package io.paxosstore.node.balance;

import io.paxosstore.node.placement.LoadProposal;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.protocol.wire.FailureCode;

import java.util.SortedSet;

/** What became of the wish to even out loads. */
public sealed interface BalanceAnswer {
    /**
     * This is how it could be done, or is: then the moves begin later.
     *
     * @param topology as it is
     * @param withoutBytes nodes that do not know yet how much they hold; bytes do not count then
     */
    record Proposed(Topology topology, LoadProposal proposal, SortedSet<Integer> withoutBytes)
            implements BalanceAnswer {}

    /**
     * Something is against it; nothing is changed.
     *
     * @param isMoving whether that is because other moves are under way
     */
    record Refused(String sentence, boolean isMoving) implements BalanceAnswer {}

    /**
     * It was not judged, or not written.
     *
     * @param code {@link FailureCode#UNKNOWN_OUTCOME} where it may be done all the same
     */
    record Failed(FailureCode code, String sentence) implements BalanceAnswer {}
}
