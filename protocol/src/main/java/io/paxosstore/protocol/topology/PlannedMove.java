package io.paxosstore.protocol.topology;

import java.util.List;

/**
 * What is to become of a slot, by one change of its voters or several.
 *
 * @param slot which, one of the pages'
 * @param epoch of the stable configuration that it starts from: in no other is it begun
 * @param to the ids of its voters to be, in order of preference
 */
public record PlannedMove(int slot, long epoch, List<Integer> to) {
    /** Checks everything, and copies the list. */
    public PlannedMove {
        to = List.copyOf(to);
        TopologyPage.checkNumber(TopologyPage.numberOf(slot));
        VoterChecks.epoch(epoch);
        VoterChecks.voters(to.stream().map(node -> new Voter(node, 0)).toList(), epoch);
    }

    /** Whether these, in whatever order, are its voters to be. */
    public boolean leadsTo(List<Voter> voters) {
        if (voters.size() != to.size()) {
            return false;
        }
        for (Voter voter : voters) {
            if (!to.contains(voter.node())) {
                return false;
            }
        }
        return true;
    }

    /** Whether these are its voters to be, in this order of preference. */
    public boolean isAs(List<Voter> voters) {
        if (voters.size() != to.size()) {
            return false;
        }
        for (int i = 0; i < voters.size(); i++) {
            if (voters.get(i).node() != to.get(i)) {
                return false;
            }
        }
        return true;
    }
}
