package io.paxosstore.node.host;

import io.paxosstore.core.Input;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.EntityKey;

import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * What a shard's replica takes part in: in which epochs of slots it stands, and how it enters
 * others; which spaces it has let go of. On the shard's loop only.
 */
public final class ShardSlots {
    /** What was left within this time is forgotten in one go. */
    static final long LEFT_NANOS = 5_000_000_000L;

    private final ShardLoop shard;
    private final Evaluations evaluations;
    private final OnTheirWay onTheirWay = new OnTheirWay();

    /** Of which something may be held: where this node votes, or did. */
    private final BitSet held = new BitSet();

    /** Those that were left, of which what is held is to be forgotten together. */
    private final BitSet left = new BitSet();

    private SlotView view;

    ShardSlots(ShardLoop shard, Evaluations evaluations, SlotView view) {
        this.shard = shard;
        this.evaluations = evaluations;
        this.view = view;
        held.or(view.votes());
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
        onTheirWay.whenLanded(() -> {
            BitSet those = new BitSet();
            held.stream().filter(which).forEach(those::set);
            forgetHeld(
                    those,
                    those::get,
                    () -> {
                        held.andNot(those);
                        onEnd.run();
                    });
        });
    }

    private void forgetHeld(BitSet those, IntPredicate which, Runnable onEnd) {
        if (those.isEmpty()) {
            onEnd.run(); // no turn of the shard is needed for nothing
        } else {
            shard.storage().forget(which, onEnd);
        }
    }

    /** It votes in these slots no more: has what is held of them forgotten soon (Rule M10). */
    public void left(BitSet slots) {
        if (left.isEmpty()) {
            shard.scheduler().schedule(this::forgetLeft, LEFT_NANOS);
        }
        left.or(slots);
    }

    private void forgetLeft() {
        BitSet those = (BitSet) left.clone();
        left.clear();
        onTheirWay.whenLanded(() -> {
            those.and(held);
            those.andNot(view.votes());
            // Asked for each entity: a slot may be entered anew before the end.
            forgetHeld(
                    those,
                    slot -> those.get(slot) && !view.votesIn(slot),
                    () -> {
                        those.andNot(view.votes());
                        held.andNot(those);
                    });
        });
    }

    /** Goes on in these epochs of slots, which are durable (Rule M2). */
    public void entered(SlotView later) {
        view = later;
        held.or(later.votes());
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
