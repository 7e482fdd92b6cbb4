package io.paxosstore.server.node;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.jspecify.annotations.Nullable;

import java.util.function.Supplier;

/**
 * How complete a node is, for those who look after it. The store of a founder that has lost its
 * disk says so itself. That of a node which came later is whole as soon as it is new, since it
 * votes nowhere then; what it has lost stands slot by slot: a slot that nobody moves, and of which
 * it is a voter that rebuilds. Thread-safe.
 */
final class StoreStanding implements Supplier<Standing> {
    private final Supplier<Standing> store;
    private final Supplier<SlotView> slots;
    private volatile @Nullable Seen seen;

    /** What was found of which view. */
    private record Seen(SlotView view, boolean lacks) {}

    /**
     * @param store what the store says
     * @param slots as this node has entered them
     */
    StoreStanding(Supplier<Standing> store, Supplier<SlotView> slots) {
        this.store = store;
        this.slots = slots;
    }

    @Override
    public Standing get() {
        Standing now = store.get();
        return now == Standing.WHOLE && lacks() ? Standing.REBUILDING : now;
    }

    private boolean lacks() {
        SlotView view = slots.get();
        Seen before = seen;
        if (before == null || before.view() != view) {
            before = new Seen(view, lacks(view));
            seen = before;
        }
        return before.lacks();
    }

    private static boolean lacks(SlotView view) {
        for (int slot = 0; slot < Slots.ALL; slot++) {
            if (view.isRebuilding(slot)
                    && view.configurationOf(slot).slot() instanceof SlotConfiguration.Stable) {
                return true;
            }
        }
        return false;
    }
}
