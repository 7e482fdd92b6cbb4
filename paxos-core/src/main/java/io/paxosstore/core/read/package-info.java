/**
 * Reads: linearizable ones from this replica's data without a leader, a lease or a write ({@link
 * io.paxosstore.core.read.ConsistentReads}), and those that are content with what is here ({@link
 * io.paxosstore.core.read.LocalReads}). PaxosStore paper, section 2.2.3; Rules R1 to R5.
 */
@NullMarked
package io.paxosstore.core.read;

import org.jspecify.annotations.NullMarked;
