package io.paxosstore.core.vote;

/**
 * Gets what an acceptor must know before it may vote on an entry: what was chosen in the entries
 * before it. Not thread-safe.
 */
public interface Predecessors {
    /**
     * A voter is at an entry whose predecessors must be learnt before this replica can vote on it.
     *
     * @param lacksAbove above which entry
     */
    void fetch(int voter, long entry, long lacksAbove);
}
