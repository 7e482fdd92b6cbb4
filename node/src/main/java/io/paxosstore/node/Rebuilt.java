package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.node.repair.ShardSweep;

import java.util.List;

/**
 * Has the store declared whole once every shard has taken over what enough other nodes hold (Rule
 * A2); that blocks for the disk, so it is done in the background, and again if it fails.
 * Thread-safe.
 */
final class Rebuilt {
    private final NodeStanding standing;
    private final List<LoopScheduler> loops;
    private final BackgroundRetry background;

    Rebuilt(NodeStanding standing, List<LoopScheduler> loops, BackgroundRetry background) {
        this.standing = standing;
        this.loops = loops;
        this.background = background;
    }

    /** Who is told how far a shard is. */
    ShardSweep.Rebuilding ofShard(int shard) {
        return new ShardSweep.Rebuilding() {
            @Override
            public void walked(int nodeId) {
                if (standing.walked(shard, nodeId)) {
                    completeSoon(shard);
                }
            }

            @Override
            public void begunAnew(int nodeId) {
                if (standing.forgetWalk(shard, nodeId)) {
                    completeSoon(shard);
                }
            }
        };
    }

    private void completeSoon(int shard) {
        background.execute(
                loops.get(shard),
                "standing_not_written",
                "The store is whole, but does not say so yet.",
                standing::complete);
    }
}
