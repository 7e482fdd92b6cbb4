/**
 * The learner: finds out what is chosen and tells the peers ({@link
 * io.paxosstore.core.learn.Learner}), and has the ways back, one class each: {@link
 * io.paxosstore.core.learn.CatchUp} of a replica that is behind, {@link
 * io.paxosstore.core.learn.Rebuild} of one that has lost its votes, {@link
 * io.paxosstore.core.learn.Recoveries} that are asked for in the background. PaxosStore paper,
 * section 3; Rules K3, D3, C1 to C4, A1 to A5.
 */
@NullMarked
package io.paxosstore.core.learn;

import org.jspecify.annotations.NullMarked;
