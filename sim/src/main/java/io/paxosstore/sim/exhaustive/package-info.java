/**
 * Explores all interleavings of the real code for small bounds: breadth first, with state hashing.
 * Start at {@link io.paxosstore.sim.exhaustive.Explorer}.
 */
@NullMarked
package io.paxosstore.sim.exhaustive;

import org.jspecify.annotations.NullMarked;
