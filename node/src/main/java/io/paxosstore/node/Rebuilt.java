package io.paxosstore.node;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.repair.NodeStanding;
import io.paxosstore.node.repair.ShardSweep;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Has the store declared whole once every shard has taken over what enough other nodes hold (Rule
 * A2); that blocks for the disk, so it is done in the background, and again if it fails.
 * Thread-safe.
 */
final class Rebuilt {
    private static final Logger LOG = LoggerFactory.getLogger(Rebuilt.class);
    private static final long RETRY_NANOS = 1_000_000_000;

    private final NodeStanding standing;
    private final List<LoopScheduler> loops;
    private final BackgroundRetry background;

    Rebuilt(NodeStanding standing, List<LoopScheduler> loops, Executor background) {
        this.standing = standing;
        this.loops = loops;
        this.background = new BackgroundRetry(background, "standing_not_written", RETRY_NANOS);
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
                standing.forgetWalk(shard, nodeId);
            }
        };
    }

    private void completeSoon(int shard) {
        background.execute(loops.get(shard), () -> complete(shard));
    }

    private void complete(int shard) {
        try {
            standing.complete();
        } catch (IOException e) {
            LOG.warn("standing_not_written the store is whole, but that cannot be written", e);
            LoopScheduler loop = loops.get(shard);
            loop.execute(() -> loop.schedule(() -> completeSoon(shard), RETRY_NANOS));
        }
    }
}
