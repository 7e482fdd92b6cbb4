package io.paxosstore.client;

/**
 * The place of a member in a sorted set.
 *
 * @param rank how many members come before it
 * @param score its score
 */
public record MemberRank(long rank, double score) {}
