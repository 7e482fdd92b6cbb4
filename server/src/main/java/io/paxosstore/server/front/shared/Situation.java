package io.paxosstore.server.front.shared;

/**
 * What this node knows of the cluster, to tell clients why their requests are not done. From any
 * thread.
 */
public interface Situation {
    /** Why nothing new is stored, as a sentence. */
    String diskFull();

    /**
     * Why nothing can be chosen, without a full stop, such as "1 of 3 nodes is connected, 2 are
     * needed"; empty when a majority is connected.
     */
    String noMajority();

    /** How this node is and what it sees of the others, as a JSON object in UTF-8. */
    byte[] status();
}
