package io.paxosstore.node.slot;

import java.util.BitSet;
import java.util.function.IntPredicate;

/** A shard that enters epochs with its node. */
public interface SlotShard {
    /**
     * Runs something on the shard's loop, where the other methods are called.
     *
     * @throws java.util.concurrent.RejectedExecutionException when the loop has ended
     */
    void execute(Runnable task);

    /**
     * Lets go of slots that are about to be entered anew (Rule M4), and forgets what is held of
     * them.
     *
     * @param slots which ones
     * @param onEnd called when nothing is held, and no record of their entities is on its way to
     *     the disk any more
     */
    void forget(IntPredicate slots, Runnable onEnd);

    /**
     * The node votes in these slots no more: has what is held of them forgotten (Rule M10).
     *
     * @param slots not to be changed
     */
    void left(BitSet slots);

    /** The node goes on under this incarnation, which is durable (Rules A3, M4). */
    void lives(int incarnation);

    /** Goes on in these epochs, which are durable. */
    void entered(SlotView view);
}
