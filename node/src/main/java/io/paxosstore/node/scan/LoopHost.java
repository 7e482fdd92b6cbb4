package io.paxosstore.node.scan;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.node.slot.SlotView;

/**
 * What {@link KeyListing} and {@link KeyPages} need of a shard's loop.
 *
 * @param shard the shard
 * @param sweep knows where this node must not speak
 * @param peers the way to the other nodes
 * @param ranges the way to those that compare ranges
 */
public record LoopHost(ShardLoop shard, ShardSweep sweep, ShardSweep.Peers peers, Peers ranges)
        implements KeyPages.Host {
    /** The way to other nodes for questions about ranges. */
    public interface Peers {
        /** Whether a node can be reached and asked for digests of ranges. */
        boolean comparesRanges(int nodeId);

        /** Sends a question; it may get lost. */
        void send(int nodeId, RangeFrame.Ask ask);
    }

    @Override
    public long nowNanos() {
        return shard.scheduler().nanoTime();
    }

    @Override
    public long wallMillis() {
        return shard.scheduler().wallMillis();
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

    @Override
    public boolean comparesRanges(int nodeId) {
        return ranges.comparesRanges(nodeId);
    }

    @Override
    public void ask(int nodeId, RangeFrame.Ask ask) {
        ranges.send(nodeId, ask);
    }

    @Override
    public SlotEpochs refused(SlotEpochs slots) {
        return sweep.refused(slots);
    }
}
