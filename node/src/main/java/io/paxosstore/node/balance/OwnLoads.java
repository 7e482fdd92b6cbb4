package io.paxosstore.node.balance;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What slots carry at this node. It counts nothing before {@link #start}; then somebody calls
 * {@link #sample} every few seconds. Thread-safe.
 */
public final class OwnLoads {
    private static final double MILLI = 1e3;

    private final List<ShardLoop> shards;
    private final Supplier<SlotView> view;
    private final List<ShardSizes> sizes;
    private final SlotRates rates;

    /**
     * @param shards of the node
     * @param view what the node has entered
     */
    public OwnLoads(List<ShardLoop> shards, Supplier<SlotView> view) {
        this.shards = shards;
        this.view = view;
        this.sizes =
                shards.stream()
                        .map(shard ->
                                new ShardSizes(
                                        shard.storage(),
                                        shard.scheduler(),
                                        ShardSizes.Pace.STANDARD))
                        .toList();
        this.rates = new SlotRates(this::count, shards.getFirst().scheduler().nanoTime());
    }

    private ShardLoop shardOf(int slot) {
        return shards.get(Slots.shard(slot, shards.size()));
    }

    private long count(int slot) {
        return shardOf(slot).counters().slots().get(slot);
    }

    /** Begins to look how much is held; from any thread, once. */
    public void start() {
        onShards(ShardSizes::start);
    }

    /** Ends that, before the store is closed; from any thread. */
    public void stop() {
        onShards(ShardSizes::stop);
    }

    private void onShards(Consumer<ShardSizes> task) {
        for (int i = 0; i < shards.size(); i++) {
            ShardSizes ofShard = sizes.get(i);
            try {
                shards.get(i).scheduler().execute(() -> task.accept(ofShard));
            } catch (RejectedExecutionException e) {
                return; // the node stops
            }
        }
    }

    /** Takes the rates of requests anew; from any thread, every few seconds. */
    public void sample() {
        rates.sample(shards.getFirst().scheduler().nanoTime());
    }

    /**
     * About how many bytes on the disk the entities of each space take here, some minutes ago; from
     * any thread. Nothing before each shard has been walked over.
     */
    public Map<Integer, Long> entityBytes() {
        Map<Integer, Long> sums = new HashMap<>();
        if (sizes.stream().allMatch(ShardSizes::isKnown)) {
            for (ShardSizes shard : sizes) {
                shard.entityBytes().forEach((space, bytes) -> sums.merge(space, bytes, Long::sum));
            }
        }
        return sums;
    }

    /** What there is to tell; from any thread. */
    public LoadReport.Answer report() {
        SlotView now = view.get();
        double[] perSecond = rates.perSecond();
        List<LoadReport.OfSlot> slots = new ArrayList<>();
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            long requests = Math.round(perSecond[slot] * MILLI);
            long bytes =
                    now.votesIn(slot) ? sizes.get(Slots.shard(slot, sizes.size())).get(slot) : 0;
            if (requests > 0 || bytes > 0) {
                slots.add(new LoadReport.OfSlot(slot, requests, bytes));
            }
        }
        return new LoadReport.Answer(sizes.stream().allMatch(ShardSizes::isKnown), slots);
    }
}
