package io.paxosstore.client;

/**
 * A member of a sorted set.
 *
 * @param member the member
 * @param score its score, which is a number or infinite
 * @param <M> members
 */
public record ScoredMember<M>(M member, double score) {}
