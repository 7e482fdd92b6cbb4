package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.node.repair.ShardSweep;
import io.paxosstore.node.slot.NodeSlots;
import io.paxosstore.node.slot.SlotEpochs;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Has the store declared whole once every shard has taken over what enough other nodes hold (Rule
 * A2), and slots to which the node came anew likewise (Rule M6); that blocks for the disk, so it is
 * done in the background, and again if it fails. Thread-safe.
 */
final class Rebuilt {
    /** A newcomer takes part in nothing until it is seen to stand in its epochs. */
    private static final long LOOK_NANOS = 20_000_000;

    private final NodeStanding standing;
    private final NodeStore store;
    private final BooleanSupplier mayBegin;
    private final BooleanSupplier mayBeWhole;
    private final Supplier<NodeSlots> slots;
    private final List<LoopScheduler> loops;
    private final BackgroundRetry background;
    private final AtomicBoolean isCompleting = new AtomicBoolean();
    private final AtomicBoolean isNoting = new AtomicBoolean();

    /**
     * @param store remembers that the node knows again in which epochs it stands
     * @param mayBegin whether the node has stood in the epochs in which it must rebuild (Rule M8)
     * @param mayBeWhole whether it stands in them now
     * @param slots the node's
     */
    Rebuilt(
            NodeStanding standing,
            NodeStore store,
            BooleanSupplier mayBegin,
            BooleanSupplier mayBeWhole,
            Supplier<NodeSlots> slots,
            List<LoopScheduler> loops,
            BackgroundRetry background) {
        this.standing = standing;
        this.store = store;
        this.mayBegin = mayBegin;
        this.mayBeWhole = mayBeWhole;
        this.slots = slots;
        this.loops = loops;
        this.background = background;
    }

    /** Who is told how far a shard is. */
    ShardSweep.Rebuilding ofShard(int shard) {
        return new ShardSweep.Rebuilding() {
            @Override
            public boolean mayBegin() {
                boolean may = mayBegin.getAsBoolean();
                if (may && !store.hasRejoined() && isNoting.compareAndSet(false, true)) {
                    soon(shard, Rebuilt.this::rejoined);
                }
                return may;
            }

            @Override
            public void rebuilt(boolean isRebuilt) {
                boolean counts = isRebuilt && mayBeWhole.getAsBoolean();
                if (standing.rebuilt(shard, counts) && isCompleting.compareAndSet(false, true)) {
                    soon(shard, Rebuilt.this::complete);
                }
            }

            @Override
            public void whole(SlotEpochs those, BooleanSupplier isStill) {
                soon(shard, () -> slots.get().whole(those.toList(), isStill));
            }
        };
    }

    /**
     * Has a newcomer's store declared whole as soon as it knows in which epochs it stands.
     *
     * @throws IOException if it knows that now, and the disk does not take it
     */
    void awaitTopology() throws IOException {
        if (!standing.isNewcomer()) {
            return;
        }
        if (mayBegin.getAsBoolean()) {
            standing.entered();
        } else {
            LoopScheduler loop = loops.getFirst();
            new Recurring(loop, "standing", this::enteredOrLater).beginIn(LOOK_NANOS);
        }
    }

    private long enteredOrLater() {
        if (!mayBegin.getAsBoolean()) {
            return LOOK_NANOS;
        }
        soon(0, standing::entered);
        return Recurring.NEVER;
    }

    private void rejoined() throws IOException {
        store.rejoined(); // until it succeeds
        isNoting.set(false);
    }

    private void complete() throws IOException {
        try {
            standing.complete();
        } finally {
            isCompleting.set(false);
        }
    }

    private void soon(int shard, BackgroundRetry.Task task) {
        background.execute(
                loops.get(shard),
                "standing_not_written",
                "What was rebuilt is whole, but does not say so yet.",
                task);
    }
}
