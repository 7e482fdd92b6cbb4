package io.paxosstore.log.journal;

import io.paxosstore.protocol.key.EntityKey;

import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Has one shard forget its entities of dropped spaces. None is added meanwhile, since nobody writes
 * of them any more (Rule D8): so what a slice has passed stays free of them.
 */
final class ForgetTask implements ShardTask {
    /** A slice looks at this many entities, which may all have to go. */
    static final int SLICE_ENTITIES = 512;

    private final IntPredicate dropped;
    private final Consumer<EntityKey> onForgotten;
    private final Runnable onEnd;
    private int cursor;

    /**
     * @param dropped which spaces were dropped
     * @param onForgotten told of each entity, on the shard's thread
     * @param onEnd called once when all are forgotten, likewise
     */
    ForgetTask(IntPredicate dropped, Consumer<EntityKey> onForgotten, Runnable onEnd) {
        this.dropped = dropped;
        this.onForgotten = onForgotten;
        this.onEnd = onEnd;
    }

    @Override
    public Progress run(JournalShard shard, EntityIndex index) {
        int end = Math.min(index.refLimit(), cursor + SLICE_ENTITIES);
        for (; cursor < end; cursor++) {
            if (index.isUsed(cursor) && dropped.test(index.space(cursor))) {
                forget(shard, index, cursor);
            }
        }
        if (cursor < index.refLimit()) {
            return Progress.MORE;
        }
        onEnd.run();
        return Progress.DONE;
    }

    private void forget(JournalShard shard, EntityIndex index, int ref) {
        EntityKey key = index.key(ref);
        shard.live().clear(ref);
        // One with records under way stays, empty, until the next start.
        if (index.inFlight(ref) == 0) {
            index.remove(ref);
        }
        onForgotten.accept(key);
    }
}
