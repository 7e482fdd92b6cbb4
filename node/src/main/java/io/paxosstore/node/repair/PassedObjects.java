package io.paxosstore.node.repair;

import io.paxosstore.log.DueObject;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * Objects of this node's entities whose deadline has passed and that no entry has ended.
 * Thread-safe once all shards are added.
 */
public final class PassedObjects {
    /** Finds them in the store; blocks for the disk. */
    @FunctionalInterface
    public interface Store {
        /**
         * Those whose deadline lies between two times.
         *
         * @param afterMillis not included
         * @param toMillis included
         * @param deadlinesMax most deadlines to look at; the latest are left out
         */
        List<DueObject> passedObjects(long afterMillis, long toMillis, int deadlinesMax);
    }

    private final Store store;
    private final Executor background;
    private final List<FirstVoter> shards = new ArrayList<>();

    /**
     * @param background runs what blocks; may refuse
     */
    public PassedObjects(Store store, Executor background) {
        this.store = store;
        this.background = background;
    }

    /** Adds the next shard. */
    public void add(FirstVoter shard) {
        shards.add(shard);
    }

    /**
     * Looks for them in the background, see {@link Store#passedObjects}.
     *
     * @param answer told once, on any thread; of nothing if there was no time to look, or it failed
     */
    public void find(
            long afterMillis, long toMillis, int deadlinesMax, Consumer<List<DueObject>> answer) {
        try {
            background.execute(() -> {
                List<DueObject> found = List.of();
                try {
                    found = store.passedObjects(afterMillis, toMillis, deadlinesMax);
                } finally {
                    answer.accept(found);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.accept(List.of()); // too much is written just now, or the node stops
        }
    }

    /** Whether this node is the one of an entity's voters that ends them; on its shard's loop. */
    public boolean isOurs(EntityKey entity) {
        return shards.get(entity.shard(shards.size())).isSelf(entity);
    }
}
