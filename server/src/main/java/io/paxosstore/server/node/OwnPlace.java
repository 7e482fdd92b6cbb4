package io.paxosstore.server.node;

import io.paxosstore.protocol.topology.ClusterNode;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.Supplier;

/**
 * Says once after the start that the configuration puts this node elsewhere than the cluster's list
 * of nodes does, or gives it another weight. The list counts: unlike an address, neither is
 * corrected by a start, since slots depend on both. Not thread-safe.
 */
final class OwnPlace {
    private static final Logger LOG = LoggerFactory.getLogger(OwnPlace.class);

    private final ClusterNode configured;
    private final Supplier<@Nullable ClusterNode> listed;
    private boolean isCompared;

    /**
     * @param configured this node as its configuration has it
     * @param listed this node as the list has it; null while that is not known for sure
     */
    OwnPlace(ClusterNode configured, Supplier<@Nullable ClusterNode> listed) {
        this.configured = configured;
        this.listed = listed;
    }

    /** Compares, as soon as the list is known; to be called every second or so. */
    void look() {
        ClusterNode node = isCompared ? null : listed.get();
        if (node == null) {
            return;
        }
        isCompared = true;
        String ignored = ignored(configured, node);
        if (!ignored.isEmpty()) {
            LOG.warn("place_ignored {}", ignored);
        }
    }

    /**
     * What is configured and does not count; empty if there is nothing. What a configuration does
     * not say, or says by the default, contradicts nothing.
     */
    static String ignored(ClusterNode configured, ClusterNode listed) {
        boolean isPlaced =
                !configured.zone().equals(ClusterNode.ZONE_DEFAULT)
                        || configured.miniCluster() != 0;
        boolean isElsewhere =
                isPlaced
                        && (!configured.zone().equals(listed.zone())
                                || configured.miniCluster() != listed.miniCluster());
        boolean isWeighed =
                configured.weight() != ClusterNode.WEIGHT_DEFAULT
                        && configured.weight() != listed.weight();
        if (!isElsewhere && !isWeighed) {
            return "";
        }
        return ("node %d is configured with %s; in the cluster's list of nodes it has %s, which"
                        + " counts: the configuration's counts when a cluster is founded or joined."
                        + " Change the list with `paxosstore members place` or `members weight`, or"
                        + " correct the configuration")
                .formatted(listed.id(), words(configured), words(listed));
    }

    private static String words(ClusterNode node) {
        return "zone %s, mini-cluster %d, weight %d"
                .formatted(node.zone(), node.miniCluster(), node.weight());
    }
}
