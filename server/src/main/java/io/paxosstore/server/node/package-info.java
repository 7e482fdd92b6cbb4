/** A whole node: storage, shards, ports; and clusters of nodes inside one process. */
@NullMarked
package io.paxosstore.server.node;

import org.jspecify.annotations.NullMarked;
