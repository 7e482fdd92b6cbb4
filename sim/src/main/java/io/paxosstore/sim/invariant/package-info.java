/** The named invariants, checked after every event of a simulation. */
@NullMarked
package io.paxosstore.sim.invariant;

import org.jspecify.annotations.NullMarked;
