/**
 * The way into a node: what may be asked of it, who asks, and what is checked before a shard sees
 * it. Front ends use {@link io.paxosstore.node.call.NodeCalls}; the node's own parts use {@link
 * io.paxosstore.node.call.LocalCalls}.
 */
@NullMarked
package io.paxosstore.node.call;

import org.jspecify.annotations.NullMarked;
