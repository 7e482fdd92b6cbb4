package io.paxosstore.node;

import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.peer.PeerLinks;
import io.paxosstore.node.slot.SlotShard;
import io.paxosstore.node.slot.SlotView;

import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * One shard of a node, with its links, as it enters epochs of slots.
 *
 * @param rebuild begins to rebuild those to which the node came anew
 */
record EnteringShard(ShardLoop shard, PeerLinks links, Runnable rebuild) implements SlotShard {
    @Override
    public void execute(Runnable task) {
        shard.scheduler().execute(task);
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        shard.slots().forget(slots, onEnd);
    }

    @Override
    public void left(BitSet slots) {
        shard.slots().left(slots);
    }

    /** What was said so far belongs to the life before (Rule A3): its connections end. */
    @Override
    public void lives(int incarnation) {
        links.beginLife(incarnation);
    }

    @Override
    public void entered(SlotView view) {
        shard.slots().entered(view);
        if (view.isIncomplete()) {
            rebuild.run();
        }
    }
}
