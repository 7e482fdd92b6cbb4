package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.ShardSweep;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Ends dropped spaces on this node. First every shard's replica lets go of their entities; only
 * then the store forgets them, so that no replica ever votes on data that is no more. Thread-safe.
 *
 * <p>The catalog tells of each dropped space once per life, so what a crash cuts short is done
 * after the next start. What the disk cannot take, because it is full, is tried again: the data
 * does no harm meanwhile, since nobody asks for it any more.
 */
final class SpaceDrops implements Consumer<int[]> {
    private final List<ShardLoop> shards;
    private final List<ShardSweep> sweeps;
    private final NodeStore store;
    private final BackgroundRetry background;

    /**
     * @param shards the node's, by their index
     * @param sweeps the shards', likewise; may still grow until the first space is dropped
     * @param background runs what blocks
     */
    SpaceDrops(
            List<ShardLoop> shards,
            List<ShardSweep> sweeps,
            NodeStore store,
            BackgroundRetry background) {
        this.shards = shards;
        this.sweeps = sweeps;
        this.store = store;
        this.background = background;
    }

    /** The catalog says that these spaces were dropped. */
    @Override
    public void accept(int[] spaces) {
        AtomicInteger left = new AtomicInteger(shards.size());
        for (int i = 0; i < shards.size(); i++) {
            int index = i;
            LoopScheduler loop = shards.get(i).scheduler();
            try {
                loop.execute(() -> {
                    letGo(index, spaces);
                    if (left.decrementAndGet() == 0) {
                        background.execute(
                                loop,
                                "space_data_stays",
                                "The data of dropped spaces stays for now.",
                                () -> store.dropSpaces(spaces));
                    }
                });
            } catch (RejectedExecutionException e) {
                return; // the node stops
            }
        }
    }

    /** A shard lets go; at a start of what the store has forgotten. On the shard's loop. */
    void letGo(int shard, int[] spaces) {
        for (int space : spaces) {
            shards.get(shard).slots().dropped(space);
            sweeps.get(shard).dropped(space);
        }
    }
}
