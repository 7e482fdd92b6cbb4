package io.paxosstore.node.host;

import io.paxosstore.core.Input;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;

import java.util.function.IntPredicate;

/**
 * What a shard's replica takes part in: in which epochs of slots it stands, and how it enters
 * others; which spaces it has let go of. On the shard's loop only.
 */
public final class ShardSlots {
    private final ShardLoop shard;
    private final Evaluations evaluations;
    private final OnTheirWay onTheirWay = new OnTheirWay();
    private SlotView view;

    ShardSlots(ShardLoop shard, Evaluations evaluations, SlotView view) {
        this.shard = shard;
        this.evaluations = evaluations;
        this.view = view;
    }

    /** Where it stands. */
    public SlotView view() {
        return view;
    }

    /**
     * Lets go of slots that are about to be entered anew (Rule M4), and has what is held of them
     * forgotten.
     *
     * @param which slots
     * @param onEnd called when nothing is held, and no record of their entities is on its way any
     *     more
     */
    public void forget(IntPredicate which, Runnable onEnd) {
        shard.step(new Input.Leaving(which));
        shard.perform();
        onTheirWay.whenLanded(() -> shard.storage().forget(which, onEnd));
    }

    /** It votes in these slots no more: has what is held of them forgotten (Rule M10). */
    public void left(IntPredicate which) {
        onTheirWay.whenLanded(() -> shard.storage().forget(which, () -> {}));
    }

    /** Goes on in these epochs of slots, which are durable (Rule M2). */
    public void entered(SlotView later) {
        view = later;
        shard.step(new Input.Entered(later));
        shard.listeners().entered().accept(later);
    }

    /**
     * A space was dropped: when this returns, the replica wants nothing of the store any more that
     * is about its entities, and never will.
     */
    public void dropped(int space) {
        shard.step(new Input.SpaceDropped(space));
        evaluations.dropped(space);
        shard.perform();
    }

    /** A record was appended. */
    void appended(EntityKey key) {
        onTheirWay.appended(key);
    }

    /** A record is durable, and the replica knows. */
    void durable(EntityKey key) {
        onTheirWay.durable(key);
    }

    /** What has become durable is known. */
    void drained() {
        onTheirWay.runDue();
    }
}
