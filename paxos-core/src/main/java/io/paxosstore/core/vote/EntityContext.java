package io.paxosstore.core.vote;

import io.paxosstore.core.data.EntityData;
import io.paxosstore.core.step.Records;
import io.paxosstore.core.step.Seat;
import io.paxosstore.core.step.Turn;

/**
 * What all parts of one {@code PaxosLog} work on.
 *
 * @param turn the step that is going on, and what all entities share
 * @param seat who this node is among the entity's voters
 * @param records what this replica hands to the log
 * @param data what the chosen entries amount to here
 * @param votes what this replica makes durable of its votes and tells of them
 * @param state where the log stands
 */
public record EntityContext(
        Turn turn, Seat seat, Records records, EntityData data, VoteSender votes, LogState state) {}
