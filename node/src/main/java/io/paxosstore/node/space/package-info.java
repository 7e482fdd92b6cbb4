/** The spaces of a cluster: the catalog, kept in the store itself, and each node's copy of it. */
@NullMarked
package io.paxosstore.node.space;

import org.jspecify.annotations.NullMarked;
