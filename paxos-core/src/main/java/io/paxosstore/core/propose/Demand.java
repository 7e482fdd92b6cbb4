package io.paxosstore.core.propose;

import io.paxosstore.core.EntryValue;

import org.jspecify.annotations.Nullable;

/**
 * What waits at one entity, as its proposer sees it: who needs the next entry, and what may become
 * its value. Not thread-safe.
 */
public interface Demand {
    /** Whether writes wait. */
    boolean hasWrites();

    /** Whether somebody needs the next entry learnt or chosen. */
    boolean needNextEntry();

    /**
     * Makes the next entry's value of the writes that wait (Rules W1, W2).
     *
     * @return null when nothing is left to propose, or while the engine evaluates
     */
    @Nullable EntryValue evaluateWrites();

    /** A value for the next entry that nobody asked for (Rule F3); null if none is wanted. */
    @Nullable EntryValue unaskedValue();

    /** Names the reads that a round without a value would prove to be current; 0 for none. */
    long trialNonce();

    /** Rule R2: a majority of promises carried no value, so the version is current for these. */
    void provenByTrial(long trialNonce);

    /** Whether a round under way still serves somebody. */
    boolean isRoundUseful();

    /** Answers writes and consistent reads: the entity cannot be served here. */
    void refuseAll();
}
