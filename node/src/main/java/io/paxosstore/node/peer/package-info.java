/** What nodes say to each other: who may connect, frames, batches, and what they rest on. */
@NullMarked
package io.paxosstore.node.peer;

import org.jspecify.annotations.NullMarked;
