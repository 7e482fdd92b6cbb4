package io.paxosstore.node;

import io.paxosstore.node.call.CallLimits;
import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.repair.SweepOptions;
import io.paxosstore.node.space.CatalogOptions;
import io.paxosstore.node.watch.WatchOptions;

/**
 * The settings of a host's parts, each for one shard, but for those of the catalog and of the
 * topology, of which there is one.
 *
 * @param calls what a call may bring
 * @param limits of requests
 * @param sweep of the background sweep
 * @param peers of the links to other nodes
 * @param catalog of the list of spaces
 * @param watches of watches
 * @param topology of this node's part in the topology
 */
public record HostSettings(
        CallLimits calls,
        ShardLimits limits,
        SweepOptions sweep,
        PeerOptions peers,
        CatalogOptions catalog,
        WatchOptions watches,
        TopologySettings topology) {}
