package io.paxosstore.server.node;

import io.netty.bootstrap.ServerBootstrap;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.peer.PeerNotices;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.RedisSettings;
import io.paxosstore.server.front.redis.RedisPort;
import io.paxosstore.server.front.shared.ClientLoops;

import java.util.Optional;
import java.util.function.Supplier;

/** A node's port for clients of Redis, if it is to have one. */
record RedisFront(Optional<RedisPort> port) {
    static RedisFront of(
            Configuration configuration,
            int connectionsMax,
            ReplicaHost host,
            ClientLoops loops,
            NodeClusterView view) {
        if (!configuration.get(RedisSettings.ENABLED)) {
            return new RedisFront(Optional.empty());
        }
        PeerNotices notices = new PeerNotices(host.links().getFirst(), host.shards().getFirst());
        RedisPort port =
                new RedisPort(
                        configuration,
                        connectionsMax,
                        loops,
                        host.calls(),
                        host.catalog(),
                        view,
                        notices::tell,
                        host.passed(),
                        view.situation());
        notices.listen(port::heard);
        return new RedisFront(Optional.of(port));
    }

    /** Opens it. */
    void open(Ports ports, Supplier<ServerBootstrap> listener) throws StartException {
        if (port.isPresent()) {
            RedisPort redis = port.get();
            ports.bind("redis", redis.port(), address -> redis.listen(listener.get(), address));
        }
    }

    /** Takes no new connection from now on. */
    void drain() {
        port.ifPresent(RedisPort::drain);
    }

    /** Closes it, and all its connections. */
    void close(long timeoutMillis) throws InterruptedException {
        if (port.isPresent()) {
            port.get().close(timeoutMillis);
        }
    }

    /** How many clients are connected. */
    int connections() {
        return port.map(RedisPort::connections).orElse(0);
    }
}
