package io.paxosstore.sim;

/** Has voters changed while everything else goes on. */
interface VoterNemesis {
    /** Begins. */
    void start();

    /** No change begins any more; those under way come to an end. */
    void stop();
}
