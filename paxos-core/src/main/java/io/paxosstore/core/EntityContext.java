package io.paxosstore.core;

/**
 * What all parts of one {@link PaxosLog} work on.
 *
 * @param turn the step that is going on, and what all entities share
 * @param seat who this node is among the entity's voters
 * @param data what the chosen entries amount to here
 * @param votes what this replica makes durable of its votes and tells of them
 * @param state where the log stands
 */
record EntityContext(Turn turn, Seat seat, EntityData data, VoteSender votes, LogState state) {}
