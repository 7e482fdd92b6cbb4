/**
 * The topology in the store: where it is kept, each node's copy of it, and what decides its
 * changes. Which slots should be where is for {@link io.paxosstore.node.placement} to say; how a
 * node enters an epoch and gets a slot's data is none of this package's affair.
 */
@NullMarked
package io.paxosstore.node.topology;

import org.jspecify.annotations.NullMarked;
