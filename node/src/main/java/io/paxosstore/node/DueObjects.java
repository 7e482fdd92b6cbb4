package io.paxosstore.node;

import io.paxosstore.log.DueObject;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.repair.ExpiredObjects;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/** Hands objects that are due to their shards; from any thread. */
record DueObjects(List<ExpiredObjects> shards, List<LoopScheduler> loops)
        implements Consumer<List<DueObject>> {
    @Override
    public void accept(List<DueObject> objects) {
        for (DueObject object : objects) {
            int index = object.entity().shard(shards.size());
            try {
                loops.get(index).execute(() -> shards.get(index).due(object));
            } catch (RejectedExecutionException e) {
                return; // the node stops
            }
        }
    }
}
