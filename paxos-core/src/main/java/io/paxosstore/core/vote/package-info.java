/**
 * The acceptor: Algorithm 1 of the PaxosStore paper (section 2.2) in {@link
 * io.paxosstore.core.vote.SemiSymmetricPaxos}, over the state of one entry in {@link
 * io.paxosstore.core.vote.PaxosInstance}. {@link io.paxosstore.core.vote.LogState} says which entry
 * is voted on, {@link io.paxosstore.core.vote.VoteSender} who is told, and when. Rules K1 to K9,
 * D1, D2, D7.
 */
@NullMarked
package io.paxosstore.core.vote;

import org.jspecify.annotations.NullMarked;
