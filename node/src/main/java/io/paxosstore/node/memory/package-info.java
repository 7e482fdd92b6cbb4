/** The memory of a node that clients and peers may fill: one budget, shared by its loops. */
@NullMarked
package io.paxosstore.node.memory;

import org.jspecify.annotations.NullMarked;
