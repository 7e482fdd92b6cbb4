package io.paxosstore.node;

import io.paxosstore.node.host.ShardLimits;
import io.paxosstore.node.peer.PeerOptions;
import io.paxosstore.node.repair.SweepOptions;

/**
 * The settings of a host's parts, each for one shard.
 *
 * @param limits of requests
 * @param sweep of the background sweep
 * @param peers of the links to other nodes
 */
public record HostSettings(ShardLimits limits, SweepOptions sweep, PeerOptions peers) {}
