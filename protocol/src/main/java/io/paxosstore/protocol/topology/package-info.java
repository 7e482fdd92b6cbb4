/**
 * The topology as values: nodes, and who votes for each slot, with their bytes ({@link
 * io.paxosstore.protocol.topology.TopologyCodec}). Nothing here decides where slots should be, and
 * nothing acts on it.
 */
@NullMarked
package io.paxosstore.protocol.topology;

import org.jspecify.annotations.NullMarked;
