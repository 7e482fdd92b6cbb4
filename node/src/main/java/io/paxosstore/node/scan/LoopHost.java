package io.paxosstore.node.scan;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.node.slot.SlotView;

/**
 * What a {@link KeyListing} needs of a shard's loop.
 *
 * @param shard the shard
 * @param peers the way to the other nodes
 */
public record LoopHost(ShardLoop shard, ShardSweep.Peers peers) implements KeyListing.Host {
    @Override
    public long nowNanos() {
        return shard.scheduler().nanoTime();
    }

    @Override
    public void schedule(Runnable task, long delayNanos) {
        shard.scheduler().schedule(task, delayNanos);
    }

    @Override
    public SlotView view() {
        return shard.slots().view();
    }

    @Override
    public boolean isUp(int nodeId) {
        return peers.isUp(nodeId);
    }

    @Override
    public void ask(int nodeId, Listing.Request request) {
        peers.ask(nodeId, request);
    }
}
