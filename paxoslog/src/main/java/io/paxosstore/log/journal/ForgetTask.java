package io.paxosstore.log.journal;

import io.paxosstore.protocol.key.EntityKey;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * Has one shard forget some of its entities: those of dropped spaces (Rule D8), or of slots that
 * the node has left or is about to come to anew (Rules M4, M10). None is added meanwhile, since
 * nobody writes of them: so what a slice has passed stays free of them.
 */
final class ForgetTask implements ShardTask {
    /** A slice looks at this many entities, which may all have to go. */
    static final int SLICE_ENTITIES = 512;

    /** Finds, a slice at a time, entities that are to be forgotten. */
    @FunctionalInterface
    private interface Search {
        /**
         * Shows at most as many as a slice has; they may be removed.
         *
         * @return where the next slice begins; 0 when this was the last
         */
        long slice(EntityIndex index, long cursor, IntConsumer found);
    }

    private final Search search;
    private final boolean waits;
    private final Consumer<EntityKey> onForgotten;
    private final Runnable onEnd;
    private long cursor;
    private boolean isBlocked;

    private ForgetTask(
            Search search, boolean waits, Consumer<EntityKey> onForgotten, Runnable onEnd) {
        this.search = search;
        this.waits = waits;
        this.onForgotten = onForgotten;
        this.onEnd = onEnd;
    }

    /**
     * Those of spaces; records that are under way count for nothing.
     *
     * @param onForgotten told of each entity, on the shard's thread
     * @param onEnd called once when all are forgotten, likewise
     */
    static ForgetTask ofSpaces(
            IntPredicate spaces, Consumer<EntityKey> onForgotten, Runnable onEnd) {
        Search search =
                (index, cursor, found) -> {
                    int end = (int) Math.min(index.refLimit(), cursor + SLICE_ENTITIES);
                    for (int ref = (int) cursor; ref < end; ref++) {
                        if (index.isUsed(ref) && spaces.test(index.space(ref))) {
                            found.accept(ref);
                        }
                    }
                    return end < index.refLimit() ? end : 0;
                };
        return new ForgetTask(search, false, onForgotten, onEnd);
    }

    /** Those of slots, for whose records that are under way it waits; else the same. */
    static ForgetTask ofSlots(IntPredicate slots, Consumer<EntityKey> onForgotten, Runnable onEnd) {
        Search search =
                (index, cursor, found) -> index.bySlot().page(slots, cursor, SLICE_ENTITIES, found);
        return new ForgetTask(search, true, onForgotten, onEnd);
    }

    @Override
    public Progress run(JournalShard shard, EntityIndex index) {
        isBlocked = false;
        long next = search.slice(index, cursor, ref -> forgetInTurn(shard, index, ref));
        if (isBlocked) {
            return Progress.BLOCKED; // the slice is gone through again
        }
        cursor = next;
        if (next != 0) {
            return Progress.MORE;
        }
        onEnd.run();
        return Progress.DONE;
    }

    private void forgetInTurn(JournalShard shard, EntityIndex index, int ref) {
        isBlocked |= waits && index.inFlight(ref) > 0;
        if (!isBlocked) {
            forget(shard, index, ref);
        }
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
