/**
 * Evening out by load: what each slot carries at this node and at the others, and plans that
 * relieve nodes which carry too much.
 */
@NullMarked
package io.paxosstore.node.balance;

import org.jspecify.annotations.NullMarked;
