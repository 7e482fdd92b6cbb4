package io.paxosstore.server.session;

import io.paxosstore.core.Command;
import io.paxosstore.core.EntityKey;
import io.paxosstore.core.ReadOption;
import io.paxosstore.core.RequestId;
import io.paxosstore.server.shard.Requester;
import io.paxosstore.server.shard.ShardLoop;

import org.jspecify.annotations.Nullable;

/**
 * The shards of this node, seen from the one whose loop serves a connection: its own is called at
 * once, the others get what is theirs at the end of the turn.
 */
final class ShardDispatch implements Dispatch {
    private final ClientPort port;
    private final ShardLoop home;

    ShardDispatch(ClientPort port, ShardLoop home) {
        this.port = port;
        this.home = home;
    }

    @Override
    public void read(
            Requester requester,
            long correlation,
            EntityKey key,
            ReadOption option,
            @Nullable Command query,
            long deadlineNanos) {
        ShardLoop target = port.shardOf(key);
        if (target.index() == home.index()) {
            target.read(requester, correlation, key, option, query, deadlineNanos);
        } else {
            home.handOver(
                    target.index(),
                    () -> target.read(requester, correlation, key, option, query, deadlineNanos));
        }
    }

    @Override
    public void write(
            Requester requester,
            long correlation,
            EntityKey key,
            RequestId id,
            long settledFloor,
            Command command,
            long deadlineNanos) {
        ShardLoop target = port.shardOf(key);
        if (target.index() == home.index()) {
            target.write(requester, correlation, key, id, settledFloor, command, deadlineNanos);
        } else {
            home.handOver(
                    target.index(),
                    () ->
                            target.write(
                                    requester,
                                    correlation,
                                    key,
                                    id,
                                    settledFloor,
                                    command,
                                    deadlineNanos));
        }
    }
}
