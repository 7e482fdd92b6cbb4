package io.paxosstore.log.journal;

import io.paxosstore.protocol.key.EntityKey;

import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Has one shard forget some of its entities: those of dropped spaces (Rule D8), or of slots that
 * the node has left or is about to come to anew (Rules M4, M10). None is added meanwhile, since
 * nobody writes of them: so what a slice has passed stays free of them.
 */
final class ForgetTask implements ShardTask {
    /** A slice looks at this many entities, which may all have to go. */
    static final int SLICE_ENTITIES = 512;

    private final IntPredicate refs;
    private final boolean waits;
    private final Consumer<EntityKey> onForgotten;
    private final Runnable onEnd;
    private int cursor;

    /**
     * @param refs which entities, by their reference in the index
     * @param waits whether it waits for records that are under way; else those count for nothing
     * @param onForgotten told of each entity, on the shard's thread
     * @param onEnd called once when all are forgotten, likewise
     */
    ForgetTask(IntPredicate refs, boolean waits, Consumer<EntityKey> onForgotten, Runnable onEnd) {
        this.refs = refs;
        this.waits = waits;
        this.onForgotten = onForgotten;
        this.onEnd = onEnd;
    }

    @Override
    public Progress run(JournalShard shard, EntityIndex index) {
        int end = Math.min(index.refLimit(), cursor + SLICE_ENTITIES);
        for (; cursor < end; cursor++) {
            if (index.isUsed(cursor) && refs.test(cursor)) {
                if (waits && index.inFlight(cursor) > 0) {
                    return Progress.BLOCKED;
                }
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
