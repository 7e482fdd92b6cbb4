package io.paxosstore.core;

/**
 * Planted bugs: each switches one rule off, so that tests can show the simulator finds it (section
 * 10 of docs/protocol.md). Never set outside tests.
 */
public enum Mutation {
    /** All rules hold. */
    NONE,
    /** Rule K1: accepts a proposal below its own promise. */
    K1,
    /** Rule K3: takes one acceptor's accept for a majority's. */
    K3,
    /** Rule K5: proposes its own value though a promise reported an accepted one. */
    K5,
    /** Rule F1: an incarnation inherits the right of the one before it. */
    F1,
    /** Rule F2: takes a fast accept although it has promised a greater number. */
    F2,
    /** Rule D1: tells promises and accepts before they are durable. */
    D1,
    /** Rule D2: counts the proposer's vote that is still pending. */
    D2,
    /** Rule D7: drops an accepted entry for a mere promise of a later one. */
    D7,
    /** Rule R1: takes a probe's answer for proof although it reports activity. */
    R1,
    /** Rule A2: votes at once after its memory is lost, as if it had never voted. */
    A2,
    /** Rule A3: counts the votes a replica gave before it lost its memory. */
    A3,
    /** Rule A4: counts an answer for its floor although the one that gave it has begun anew. */
    A4,
    /** Rule A5: votes again, and counts as recovered, while an entry at its floor is open. */
    A5,
    /** Rule W3: takes a lost slot for a failed request and proposes it again without looking. */
    W3,
    /** Rule E1: forgets executed requests when the entity leaves memory. */
    E1,
    /** Rule X1: a read takes for expired what is past its deadline by this node's clock. */
    X1
}
