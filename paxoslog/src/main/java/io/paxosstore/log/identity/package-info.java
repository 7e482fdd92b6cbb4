/**
 * The identity of a node's data directory: whose store it is, how complete it is, what it remembers
 * of the other nodes, which spaces were dropped, and the room on its disk. The node opens and owns
 * it; its engines see a {@link io.paxosstore.log.identity.StoreView}. Start at {@link
 * io.paxosstore.log.identity.NodeIdentity}; the formats are in docs/formats.md.
 */
@NullMarked
package io.paxosstore.log.identity;

import org.jspecify.annotations.NullMarked;
