package io.paxosstore.server.session;

import io.paxosstore.core.RequestId;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.watch.Watcher;
import io.paxosstore.node.watch.Watches;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

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
            ReadMode option,
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
    public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
        Watches watches = port.watchesOf(key);
        handOver(watches, () -> watches.watch(watcher, correlation, key, from));
    }

    @Override
    public void unwatch(Watcher watcher, long correlation, EntityKey key) {
        Watches watches = port.watchesOf(key);
        handOver(watches, () -> watches.unwatch(watcher, correlation));
    }

    @Override
    public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {
        Watches watches = port.watchesOf(key);
        handOver(watches, () -> watches.confirm(watcher, correlation, bytes));
    }

    /** Also to the own shard in a turn of its own: what it answers must not come at once. */
    private void handOver(Watches watches, Runnable task) {
        home.handOver(watches.shard().index(), task);
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
