package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.repair.ShardSweep;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Ends dropped spaces on this node. First every shard's replica lets go of their entities; only
 * then the store forgets them, so that no replica ever votes on data that is no more. Thread-safe.
 *
 * <p>The catalog tells of each dropped space once per life, so what a crash cuts short is done
 * after the next start.
 */
final class SpaceDrops implements Consumer<int[]> {
    /** Before the store is asked again when too much waited for the background. */
    private static final long RETRY_NANOS = 500_000_000;

    private final List<ShardLoop> shards;
    private final List<ShardSweep> sweeps;
    private final NodeStore store;
    private final BackgroundRetry background;
    private final Consumer<Throwable> onFailure;

    /**
     * @param shards the node's, by their index
     * @param sweeps the shards', likewise; may still grow until the first space is dropped
     * @param background runs what blocks
     * @param onFailure told when the store cannot write: the node must stop (Rule D4)
     */
    SpaceDrops(
            List<ShardLoop> shards,
            List<ShardSweep> sweeps,
            NodeStore store,
            Executor background,
            Consumer<Throwable> onFailure) {
        this.shards = shards;
        this.sweeps = sweeps;
        this.store = store;
        this.background = new BackgroundRetry(background, "space_data_stays", RETRY_NANOS);
        this.onFailure = onFailure;
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
                        background.execute(loop, () -> forget(spaces));
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
            shards.get(shard).dropped(space);
            sweeps.get(shard).dropped(space);
        }
    }

    private void forget(int[] spaces) {
        try {
            store.dropSpaces(spaces);
        } catch (IOException e) {
            onFailure.accept(e);
        }
    }
}
