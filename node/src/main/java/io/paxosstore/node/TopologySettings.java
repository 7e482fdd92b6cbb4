package io.paxosstore.node;

import io.paxosstore.node.topology.DriverOptions;
import io.paxosstore.node.topology.TopologyOptions;
import io.paxosstore.protocol.topology.ClusterNode;

import java.util.List;

/**
 * What a host's part in the topology takes.
 *
 * @param isInCluster whether the cluster itself keeps the topology; where it does not, only the
 *     simulator's, who hears of epochs is told them by somebody else
 * @param founders the nodes that voted in every slot before its first change, as they were then: of
 *     them the topology is made where there is none
 * @param reading how it is read
 * @param driving how its changes are driven
 */
public record TopologySettings(
        boolean isInCluster,
        List<ClusterNode> founders,
        TopologyOptions reading,
        DriverOptions driving) {
    /** Copies the list. */
    public TopologySettings {
        founders = List.copyOf(founders);
    }
}
