/** The shards: loops that own a replica, a storage shard and connections. */
@NullMarked
package io.paxosstore.node.host;

import org.jspecify.annotations.NullMarked;
