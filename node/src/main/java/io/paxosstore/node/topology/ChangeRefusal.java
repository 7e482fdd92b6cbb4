package io.paxosstore.node.topology;

import io.paxosstore.protocol.topology.Membership;

import java.util.List;

/** Why the cluster is not changed. */
public sealed interface ChangeRefusal {
    /** What is wrong and what would do, for the operator. */
    String sentence();

    /** There is no such node. */
    record UnknownNode(int node) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "There is no node " + node + "; name one of the list, or add it first.";
        }
    }

    /** The id belongs, or belonged, to another node. */
    record UsedId(int node, Membership membership) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node id "
                    + node
                    + (membership == Membership.REMOVED
                            ? " was that of a node that was removed; ids are never used again,"
                            : " is taken;")
                    + " give the new node another one.";
        }
    }

    /** The node was removed. */
    record Removed(int node) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node " + node + " was removed and does not come back; add it with another id.";
        }
    }

    /** The node is on its way out already. */
    record Leaving(int node) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node " + node + " is leaving already; keep it first to change that.";
        }
    }

    /** The node is to stay. */
    record Staying(int node) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node " + node + " is active; drain it first.";
        }
    }

    /**
     * The node votes somewhere.
     *
     * @param slots in how many slots, the system's counted in
     */
    record StillVotes(int node, int slots) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node "
                    + node
                    + " votes for "
                    + slots
                    + (slots == 1 ? " slot" : " slots")
                    + "; drain it, and wait until it votes for none.";
        }
    }

    /** Two nodes do not stand in the same place. */
    record OtherPlace(int leaving, int joining, String zone, int miniCluster)
            implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node "
                    + joining
                    + " is not of zone "
                    + zone
                    + ", mini-cluster "
                    + miniCluster
                    + ", as node "
                    + leaving
                    + " is; replace it by one that is.";
        }
    }

    /** Two nodes vote for one slot, so that one cannot take the other's place. */
    record VotesBeside(int leaving, int joining, int slot) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node "
                    + joining
                    + " votes beside node "
                    + leaving
                    + " for slot "
                    + slot
                    + "; drain node "
                    + leaving
                    + " instead.";
        }
    }

    /** A node that is to come is not up. */
    record Down(int node) implements ChangeRefusal {
        @Override
        public String sentence() {
            return "Node " + node + " cannot be reached; start it first.";
        }
    }

    /**
     * A change of a slot would have too few voters that are up, before or after.
     *
     * @param voters those before, or those after
     * @param up how many of them can be reached
     */
    record TooFewUp(int slot, List<Integer> voters, int up) implements ChangeRefusal {
        /** Copies the list. */
        public TooFewUp {
            voters = List.copyOf(voters);
        }

        @Override
        public String sentence() {
            return "Of the voters "
                    + voters
                    + " of slot "
                    + slot
                    + " "
                    + up
                    + (up == 1 ? " is" : " are")
                    + " up, and a change needs "
                    + (voters.size() / 2 + 1)
                    + "; start the others first.";
        }
    }

    /**
     * What is given cannot be, or there would be no place for the slots.
     *
     * @param sentence says so
     */
    record Impossible(String sentence) implements ChangeRefusal {}

    /** It is so already. */
    record NoChange() implements ChangeRefusal {
        @Override
        public String sentence() {
            return "That is so already; nothing is changed.";
        }
    }
}
