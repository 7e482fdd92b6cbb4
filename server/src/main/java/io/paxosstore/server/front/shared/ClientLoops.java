package io.paxosstore.server.front.shared;

import io.netty.channel.EventLoop;
import io.paxosstore.node.host.ShardLoop;

import java.util.List;

/**
 * The loops of a node, which serve the clients of all its ports.
 *
 * @param shards all shards
 * @param events their loops, in the same order
 * @param relief ends connections when there is no memory
 */
public record ClientLoops(List<ShardLoop> shards, List<EventLoop> events, UnreadRelief relief) {
    /** The loops of a node's shards. */
    public static ClientLoops of(List<ShardLoop> shards, List<EventLoop> events) {
        UnreadRelief relief = new UnreadRelief(shards, events);
        relief.begin();
        return new ClientLoops(List.copyOf(shards), List.copyOf(events), relief);
    }
}
