package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/**
 * What one replica of an entity tells another. Travels with sender, incarnation, epoch and entity.
 */
public sealed interface Message {
    /**
     * Rule M1: whether this is a fact, which holds in whatever epoch it is told: what was chosen
     * stays chosen. All else is a vote, or a question about votes.
     */
    default boolean isFact() {
        return false;
    }

    /**
     * The one semi-symmetric message of the protocol (PaxosStore paper, section 2.2, Algorithm 1):
     * X tells Y its actual state of an entry and what it last heard of Y.
     *
     * @param entry the entry id
     * @param promised S(X,X).m
     * @param accepted S(X,X).n
     * @param valueId id of the accepted value; null when {@code accepted} is 0
     * @param value the whole accepted value; null when the receiver is known to hold it (Rule K8)
     * @param viewPromised S(X,Y).m: what X last heard that Y promised
     * @param viewAccepted S(X,Y).n
     * @param newestChosen the newest entry X knows to be chosen
     * @param newestChosenId that entry's value id; null when {@code newestChosen} is 0
     * @param proposerVotePending Rule D2: X's own accept is not durable yet; do not count it
     */
    record Paxos(
            long entry,
            long promised,
            long accepted,
            @Nullable ValueId valueId,
            @Nullable EntryValue value,
            long viewPromised,
            long viewAccepted,
            long newestChosen,
            @Nullable ValueId newestChosenId,
            boolean proposerVotePending)
            implements Message {}

    /**
     * Asks what the receiver knows of the entity's newest activity (Rule R1).
     *
     * @param nonce names the asking read round, or rebuild; comes back in the reply
     * @param forFloor whether an amnesiac replica asks for its floor (Rule A2) instead of a read
     *     for its index: then replicas that have a floor themselves answer too
     * @param wantsNewest whether the asker, which holds nothing, is to be told the newest chosen
     *     entry before the answer, by who has it at hand; it may also ask later ({@link Learn})
     */
    record Probe(long nonce, boolean forFloor, boolean wantsNewest) implements Message {
        /** One that wants an answer and nothing else. */
        public Probe(long nonce, boolean forFloor) {
            this(nonce, forFloor, false);
        }
    }

    /**
     * Answers a probe from the newest state, durable or not: an accept still being written counts.
     *
     * @param nonce the probe's
     * @param newestChosen the newest entry known to be chosen
     * @param pendingEntry the entry above it that holds a promise or an accepted value; 0 if none
     * @param accepted the accepted number of that entry; 0 if it was only promised: no activity
     * @param durable whether the accept is durable; only then may it be counted as a vote (Rule K3)
     * @param valueId the accepted value's id; null when {@code accepted} is 0
     */
    record ProbeReply(
            long nonce,
            long newestChosen,
            long pendingEntry,
            long accepted,
            boolean durable,
            @Nullable ValueId valueId)
            implements Message {}

    /**
     * Asks for the newest chosen entry, if it is above the asker's (Rule C1).
     *
     * @param version the asker's newest chosen entry
     * @param finishTo the entry up to which the receiver is to have all entries chosen, with a
     *     no-op where nobody has a value, because the asker must not vote on them (Rule A2); 0 for
     *     none
     */
    record Learn(long version, long finishTo) implements Message {}

    /**
     * Tells the newest chosen entry. For key-value entities the entry is the whole image.
     *
     * @param entry the entry id
     * @param valueId the chosen value's id
     * @param value the value; null in a mark to replicas that accepted it already (Rule D3)
     */
    record Chosen(long entry, ValueId valueId, @Nullable EntryValue value) implements Message {
        @Override
        public boolean isFact() {
            return true;
        }
    }
}
