package io.paxosstore.server.node;

import io.paxosstore.node.ReplicaHost;
import io.paxosstore.protocol.topology.Topology;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.MemberSettings;
import io.paxosstore.server.config.PlacementSettings;
import io.paxosstore.server.config.Settings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * What a node looks at every second or so of the cluster's nodes: who is missing, where it is
 * reached itself, and what it does not know. None of it blocks. One thread at a time.
 */
final class NodeWatches {
    private static final Logger LOG = LoggerFactory.getLogger(NodeWatches.class);

    private final KnownMembers members;
    private final MemberWatch missing;
    private final OwnAddress own;
    private final OwnPlace place;
    private final TopologyInquiry inquiry;
    private final Optional<BalanceWatch> balance;

    /**
     * @param store the id of this node's store
     */
    NodeWatches(
            Configuration configuration,
            UUID store,
            ReplicaHost host,
            KnownMembers members,
            NodeSituation situation) {
        int self = configuration.get(Settings.NODE_ID);
        OtherNodes others = new OtherNodes(configuration, members);
        this.members = members;
        this.missing =
                new MemberWatch(
                        () -> members.othersThan(self),
                        host.presence(),
                        situation::noMajority,
                        situation::isStalled,
                        configuration.get(MemberSettings.MISSING_AFTER));
        this.own =
                new OwnAddress(configuration, store, members, others, host.topology(), host.desk());
        this.place =
                new OwnPlace(
                        configuration.joining(),
                        () -> {
                            Topology current = host.topology().current();
                            return current == null || !host.topology().isLoaded()
                                    ? null
                                    : current.nodes().find(self).orElse(null);
                        });
        this.inquiry =
                new TopologyInquiry(
                        self,
                        configuration.get(Settings.CLUSTER_ID),
                        others,
                        host.topology(),
                        configuration.get(PlacementSettings.REFRESH),
                        list -> {
                            host.hear(list); // first: it refuses whom it does not know
                            members.hear(list);
                        });
        this.balance =
                HostOptions.balancing(configuration)
                        .map(when -> new BalanceWatch(when, host.balance()::submit));
    }

    /**
     * Looks, and sees to what it finds.
     *
     * @param isFirst whether this node is the one that does what one node is to do
     */
    void look(Instant now, boolean isFirst) {
        balance.ifPresent(each -> each.look(now, isFirst));
        missing.look(now).forEach(LOG::warn);
        own.look();
        place.look();
        inquiry.look();
        members.keep();
    }
}
