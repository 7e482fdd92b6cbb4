package io.paxosstore.node.repair;

import java.util.Set;

/**
 * What a node's part was when its cluster began: whether votes of an earlier life of it may be
 * remembered, and by whom. Immutable.
 *
 * @param isFirst whether it voted in every slot before the first change. Who came to vote later is
 *     a newcomer in every slot that its store does not know (Rule M4)
 * @param peers the others that did
 * @param isAlone whether there is no other node at all
 */
public record Founding(boolean isFirst, Set<Integer> peers, boolean isAlone) {
    /** Copies the set. */
    public Founding {
        peers = Set.copyOf(peers);
    }

    /** One of the nodes of a cluster in which all voted. */
    public static Founding withAll(Set<Integer> peers) {
        return new Founding(true, peers, peers.isEmpty());
    }

    /** How many others have to say that they remember no other store of this node (Rule A1). */
    int answersNeeded() {
        int nodes = peers.size() + 1;
        int majority = nodes / 2 + 1;
        return nodes == 1 || !isFirst ? 0 : nodes - majority + 1;
    }
}
