/** The host of one node's replicas as a whole: what it is made of, and what it is given. */
@NullMarked
package io.paxosstore.node;

import org.jspecify.annotations.NullMarked;
