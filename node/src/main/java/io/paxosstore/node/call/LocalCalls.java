package io.paxosstore.node.call;

import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;

import java.util.List;

/**
 * Brings calls to this node's replicas: the shard of the requester is called at once, the others
 * get what is theirs at the end of the turn.
 */
public final class LocalCalls implements Calls {
    private final List<ShardLoop> shards;

    /**
     * @param shards all shards of the node
     */
    public LocalCalls(List<ShardLoop> shards) {
        this.shards = List.copyOf(shards);
    }

    @Override
    public void execute(Requester requester, long correlation, Call call) {
        int home = requester.homeShard();
        int index = call.key().shard(shards.size());
        ShardLoop shard = shards.get(index);
        if (index == home) {
            start(shard, requester, correlation, call);
        } else {
            shards.get(home).handOver(index, () -> start(shard, requester, correlation, call));
        }
    }

    private static void start(ShardLoop shard, Requester requester, long correlation, Call call) {
        switch (call) {
            case Call.Read read ->
                    shard.read(
                            requester,
                            correlation,
                            read.key(),
                            read.mode(),
                            read.query(),
                            read.deadlineNanos());
            case Call.Write write ->
                    shard.write(
                            requester,
                            correlation,
                            write.key(),
                            write.id(),
                            write.settledFloor(),
                            write.command(),
                            write.deadlineNanos());
            case Call.Recover recover ->
                    shard.recover(
                            requester,
                            correlation,
                            recover.key(),
                            recover.from(),
                            recover.version(),
                            recover.deadlineNanos());
        }
    }
}
