/**
 * The slots of a node: in which epoch of each it stands (section 9 of docs/protocol.md), how it
 * enters later ones, and what it tells other nodes of them.
 */
@NullMarked
package io.paxosstore.node.slot;

import org.jspecify.annotations.NullMarked;
