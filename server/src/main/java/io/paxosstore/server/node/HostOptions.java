package io.paxosstore.server.node;

import io.paxosstore.log.identity.KnownNodes;
import io.paxosstore.node.HostIdentity;
import io.paxosstore.node.HostSettings;
import io.paxosstore.node.TopologySettings;
import io.paxosstore.node.call.CallLimits;
import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.repair.SweepOptions;
import io.paxosstore.node.space.CatalogOptions;
import io.paxosstore.node.topology.DriverOptions;
import io.paxosstore.node.topology.TopologyOptions;
import io.paxosstore.node.watch.WatchOptions;
import io.paxosstore.protocol.topology.ClusterNode;
import io.paxosstore.server.config.CatalogSettings;
import io.paxosstore.server.config.ClientSettings;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.ContentSettings;
import io.paxosstore.server.config.HistorySettings;
import io.paxosstore.server.config.PaxosSettings;
import io.paxosstore.server.config.PeerSettings;
import io.paxosstore.server.config.PlacementSettings;
import io.paxosstore.server.config.Protection;
import io.paxosstore.server.config.Settings;
import io.paxosstore.server.config.StorageSettings;
import io.paxosstore.server.config.SweepSettings;
import io.paxosstore.server.config.WatchSettings;
import io.paxosstore.server.front.binary.ClientPort;

import java.util.Optional;

/** What a configuration says to the parts of a node, each of which is a shard's. */
final class HostOptions {
    private HostOptions() {}

    /** Which node of which cluster it is. */
    static HostIdentity identity(Configuration configuration, KnownNodes known) {
        return new HostIdentity(
                configuration.get(Settings.CLUSTER_ID),
                ClientPort.CONFIG_EPOCH,
                configuration.clusterSettings(known.founderIds()),
                configuration.get(Settings.NODE_ID),
                known.nodes().stream().map(ClusterNode::id).toList(),
                known.version(),
                known.founderIds());
    }

    /** Of all parts of the host. */
    static HostSettings settings(Configuration configuration, KnownNodes known) {
        return new HostSettings(
                calls(configuration),
                limits(configuration),
                sweep(configuration),
                peers(configuration),
                catalog(configuration),
                watches(configuration),
                topology(configuration, known));
    }

    /** Of this node's part in the topology. */
    private static TopologySettings topology(Configuration configuration, KnownNodes known) {
        return new TopologySettings(
                true,
                known.founders(),
                new TopologyOptions(
                        configuration.get(PlacementSettings.REFRESH).toNanos(),
                        configuration.get(PlacementSettings.REFRESH_PAGES),
                        configuration.get(PlacementSettings.TIMEOUT).toNanos()),
                new DriverOptions(
                        configuration.get(PlacementSettings.SLOTS_MOVING),
                        configuration.get(PlacementSettings.DRIVE_INTERVAL).toNanos()));
    }

    /** What a call may bring. */
    private static CallLimits calls(Configuration configuration) {
        return new CallLimits(
                Math.toIntExact(configuration.get(Settings.KEY_BYTES_MAX)),
                Math.toIntExact(configuration.get(Settings.VALUE_BYTES_MAX)));
    }

    /** Where a shard begins to refuse requests. */
    private static ShardLimits limits(Configuration configuration) {
        return ShardLimits.builder()
                .requestsMax(configuration.get(ClientSettings.ADMISSION_REQUESTS_MAX))
                .delayNanos(configuration.get(ClientSettings.ADMISSION_DELAY).toNanos())
                .pendingBytesMax(configuration.get(StorageSettings.PENDING_BYTES_MAX))
                .largeBytes(configuration.get(Protection.LARGE_BYTES))
                .largeInFlightMax(configuration.get(Protection.LARGE_IN_FLIGHT_MAX))
                .loadBytesMax(configuration.get(Protection.LARGE_IN_FLIGHT_MAX))
                .slowNanos(configuration.get(Protection.LARGE_GIVE_WAY).toNanos())
                .build();
    }

    /** Of the sweep; the configuration's rates are the node's, shared by the shards. */
    static SweepOptions sweep(Configuration configuration) {
        double shards = configuration.get(Settings.SHARDS);
        return SweepOptions.builder()
                .recoversPerSecond(configuration.get(SweepSettings.RECOVER_RATE) / shards)
                .checksPerSecond(configuration.get(SweepSettings.CHECK_RATE) / shards)
                .window(configuration.get(SweepSettings.WINDOW))
                .pageBytes(Math.toIntExact(configuration.get(SweepSettings.PAGE_BYTES)))
                .intervalNanos(configuration.get(SweepSettings.INTERVAL).toNanos())
                .comparesContent(configuration.get(ContentSettings.RATE) > 0)
                .moveSharePercent(configuration.get(SweepSettings.MOVE_SHARE))
                .deadlineNanos(configuration.get(SweepSettings.RECOVER_TIMEOUT).toNanos())
                .build();
    }

    /** Of connections between nodes. */
    static PeerOptions peers(Configuration configuration) {
        return PeerOptions.builder()
                .sockets(configuration.get(PeerSettings.SOCKETS))
                .greetingsMax(configuration.get(Protection.PEER_GREETINGS_MAX))
                .lazyDelayNanos(configuration.get(PeerSettings.LAZY_DELAY).toNanos())
                .outgoingBytesMax(
                        (int)
                                Math.min(
                                        Integer.MAX_VALUE,
                                        configuration.get(PeerSettings.OUTGOING_BYTES_MAX)))
                .heartbeatNanos(configuration.get(PeerSettings.HEARTBEAT).toNanos())
                .silenceNanos(configuration.get(PeerSettings.SILENCE_TIMEOUT).toNanos())
                .connectMillis(
                        Math.toIntExact(configuration.get(PeerSettings.CONNECT_TIMEOUT).toMillis()))
                .reconnectMinNanos(configuration.get(PeerSettings.RECONNECT_MIN).toNanos())
                .reconnectMaxNanos(configuration.get(PeerSettings.RECONNECT_MAX).toNanos())
                .build();
    }

    /** Of the catalog. */
    private static CatalogOptions catalog(Configuration configuration) {
        return new CatalogOptions(
                configuration.get(CatalogSettings.REFRESH).toNanos(),
                configuration.get(CatalogSettings.TIMEOUT).toNanos(),
                configuration.get(CatalogSettings.SPACES_MAX),
                configuration.get(PaxosSettings.ENTITY_DEDUPE_CLIENTS_MAX),
                configuration.get(PaxosSettings.DEDUPE_AGE).toMillis());
    }

    /** Of watches; the configuration's history is the node's, shared by the shards. */
    private static WatchOptions watches(Configuration configuration) {
        return new WatchOptions(
                configuration.get(WatchSettings.PER_NODE_MAX),
                configuration.get(WatchSettings.CHECK_INTERVAL).toNanos(),
                configuration.get(WatchSettings.HISTORY_BYTES) / configuration.get(Settings.SHARDS),
                Math.toIntExact(configuration.get(WatchSettings.WINDOW_BYTES)),
                configuration.get(HistorySettings.KEYS));
    }

    /** When loads are evened out without being asked for, if they are. */
    static Optional<BalanceWatch.Options> balancing(Configuration configuration) {
        return configuration.get(PlacementSettings.BALANCE).equals("on")
                ? Optional.of(
                        new BalanceWatch.Options(
                                configuration.get(PlacementSettings.BALANCE_ABOVE),
                                configuration.get(PlacementSettings.BALANCE_AFTER),
                                configuration.get(PlacementSettings.BALANCE_SLOTS)))
                : Optional.empty();
    }
}
