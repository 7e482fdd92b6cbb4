package io.paxosstore.protocol.topology;

/**
 * A voter of a slot.
 *
 * @param node its id
 * @param since the slot's epoch in which it joined; 0 for those that were there from the beginning.
 *     A node that has last entered an earlier epoch is a newcomer: what its disk holds of the
 *     slot's promises and accepts counts for nothing.
 */
public record Voter(int node, long since) {
    /** Checks both. */
    public Voter {
        Check.that(
                node >= 1 && node <= ClusterNode.ID_MAX,
                () ->
                        "Voter "
                                + node
                                + " is no id of a node; ids are 1 to "
                                + ClusterNode.ID_MAX
                                + ".");
        Check.that(
                since >= 0 && since <= SlotConfiguration.EPOCH_MAX,
                () ->
                        "Voter "
                                + node
                                + " is said to have joined in epoch "
                                + since
                                + "; epochs are 0 to "
                                + SlotConfiguration.EPOCH_MAX
                                + ".");
    }
}
