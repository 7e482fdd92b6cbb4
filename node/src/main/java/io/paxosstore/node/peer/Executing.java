package io.paxosstore.node.peer;

import io.paxosstore.node.call.Calls;
import io.paxosstore.node.call.CommandCodec;

/**
 * What a shard's links need to pass calls between nodes.
 *
 * @param calls reach this node's replicas
 * @param commands how commands travel
 */
public record Executing(Calls calls, CommandCodec commands) {}
