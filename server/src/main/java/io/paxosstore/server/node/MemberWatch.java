package io.paxosstore.server.node;

import io.paxosstore.node.peer.PeerPresence;
import io.paxosstore.protocol.topology.ClusterNode;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Says when a node of the cluster is missing: a cluster of which one address was misspelt serves
 * well, and nobody notices that it has lost what it can afford to lose. Stepped by one thread.
 */
final class MemberWatch {
    /** A node that stays missing is named again after so many times the time. */
    private static final int AGAIN_FACTOR = 10;

    private static final Logger LOG = LoggerFactory.getLogger(MemberWatch.class);

    private final Supplier<List<ClusterNode>> others;
    private final PeerPresence presence;
    private final Supplier<String> noMajority;
    private final BooleanSupplier stalled;
    private final Duration missingAfter;
    private final Map<Integer, Instant> named = new HashMap<>();
    private Instant majorityNamed = Instant.EPOCH;
    private boolean hadMajority;

    /**
     * @param others the other members now
     * @param noMajority why not everything can be chosen; empty when majorities are connected
     * @param stalled whether nothing can
     * @param missingAfter how long a node may be without connection before it is named
     */
    MemberWatch(
            Supplier<List<ClusterNode>> others,
            PeerPresence presence,
            Supplier<String> noMajority,
            BooleanSupplier stalled,
            Duration missingAfter) {
        this.others = others;
        this.presence = presence;
        this.noMajority = noMajority;
        this.stalled = stalled;
        this.missingAfter = missingAfter;
    }

    /**
     * Looks once; to be called every second or so.
     *
     * @return what is to be warned of, a line each
     */
    List<String> look(Instant now) {
        List<String> warnings = new ArrayList<>();
        Map<Integer, PeerPresence.Presence> peers = presence.peers();
        List<ClusterNode> members = others.get();
        named.keySet().retainAll(members.stream().map(ClusterNode::id).toList());
        for (ClusterNode member : members) {
            PeerPresence.Presence peer = peers.get(member.id());
            if (peer != null) {
                look(member, peer, now, warnings);
            }
        }
        lookForMajority(now, warnings);
        return warnings;
    }

    private void look(
            ClusterNode member, PeerPresence.Presence peer, Instant now, List<String> warnings) {
        if (peer.isConnected()) {
            if (named.remove(member.id()) != null) {
                LOG.info("member_back node={} address={}", member.id(), member.peerAddress());
            }
            return;
        }
        Instant last = peer.lastSeen();
        Duration missing = Duration.between(peer.missingSince(), now);
        Instant before = named.get(member.id());
        Duration wait = missingAfter.multipliedBy(AGAIN_FACTOR);
        if (missing.compareTo(missingAfter) >= 0
                && (before == null || Duration.between(before, now).compareTo(wait) >= 0)) {
            named.put(member.id(), now);
            warnings.add(
                    "member_missing node %d at %s %s for %d s: the cluster can afford to lose fewer nodes; start it, or correct its address in cluster.nodes"
                            .formatted(
                                    member.id(),
                                    member.peerAddress(),
                                    last == null ? "was never connected" : "is not connected",
                                    missing.toSeconds()));
        }
    }

    /** Once when it is lost, then at intervals; a node that starts has not lost it yet. */
    private void lookForMajority(Instant now, List<String> warnings) {
        String reason = noMajority.get();
        if (reason.isEmpty()) {
            if (majorityNamed.isAfter(Instant.EPOCH)) {
                LOG.info("majority_back a majority of the voters of each slot is connected");
            }
            hadMajority = true;
            majorityNamed = Instant.EPOCH;
            return;
        }
        boolean due = Duration.between(majorityNamed, now).compareTo(missingAfter) >= 0;
        boolean starting =
                !hadMajority
                        && Duration.between(presence.started(), now).compareTo(missingAfter) < 0;
        if (due && !starting) {
            majorityNamed = now;
            warnings.add(
                    "no_majority "
                            + reason
                            + (stalled.getAsBoolean()
                                    ? ": nothing can be read or written"
                                    : ": what is there can neither be read nor written"));
        }
    }
}
