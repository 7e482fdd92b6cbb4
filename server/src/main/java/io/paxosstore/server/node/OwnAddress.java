package io.paxosstore.server.node;

import io.paxosstore.node.topology.DeskAnswer;
import io.paxosstore.node.topology.MembersDesk;
import io.paxosstore.node.topology.TopologyService;
import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.server.config.ClusterMember;
import io.paxosstore.server.config.Configuration;
import io.paxosstore.server.config.Settings;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells the cluster where this node is reached, when its list of nodes has it elsewhere: whoever
 * moves a node edits its configuration and starts it. Again and again, until the list has it.
 *
 * <p>While the others refuse this node, because they ask for it where it was, it cannot change the
 * list itself. It asks one of them to do so then, at the client port, as a node that joins does.
 */
final class OwnAddress {
    private static final Logger LOG = LoggerFactory.getLogger(OwnAddress.class);

    private final Configuration configuration;
    private final ClusterMember self;
    private final UUID store;
    private final KnownMembers members;
    private final OtherNodes others;
    private final TopologyService topology;
    private final MembersDesk desk;
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private volatile String said = "";

    /**
     * @param store the id of this node's store
     */
    OwnAddress(
            Configuration configuration,
            UUID store,
            KnownMembers members,
            OtherNodes others,
            TopologyService topology,
            MembersDesk desk) {
        this.configuration = configuration;
        this.self = configuration.self();
        this.store = store;
        this.members = members;
        this.others = others;
        this.topology = topology;
        this.desk = desk;
    }

    /** Compares, and corrects the list; to be called every second or so. */
    void look() {
        boolean isElsewhere =
                members.nodes().stream()
                        .anyMatch(node -> node.id() == self.id() && !self.isAt(node));
        if (!isElsewhere || !isUnderWay.compareAndSet(false, true)) {
            return;
        }
        if (topology.isLoaded()) {
            desk.submit(
                    ClusterChange.Readdress.of(self.node()),
                    false,
                    MembersDesk.PATIENCE_NANOS,
                    this::answered);
        } else {
            Thread.ofVirtual().name("node" + self.id() + "-address").start(this::ask);
        }
    }

    private void answered(DeskAnswer answer) {
        ended(
                switch (answer) {
                    case DeskAnswer.Done _ -> "";
                    case DeskAnswer.Refused refused -> refused.sentence();
                    case DeskAnswer.Failed failed -> failed.sentence();
                });
    }

    private void ask() {
        String why = "";
        try {
            new Joiner(
                            configuration.get(Settings.CLUSTER_ID),
                            store,
                            configuration.joining(),
                            Duration.ZERO)
                    .join(others.contacts());
        } catch (StartException e) {
            why = String.valueOf(e.getMessage());
        }
        ended(why);
    }

    private void ended(String why) {
        if (why.isEmpty()) {
            LOG.info("readdressed node={} address={}", self.id(), self.peerAddress());
        } else if (!why.equals(said)) {
            LOG.warn(
                    "not_readdressed the cluster's list of nodes has node {} elsewhere than at {}:"
                            + " {}",
                    self.id(),
                    self.peerAddress(),
                    why);
        }
        said = why;
        isUnderWay.set(false);
    }
}
