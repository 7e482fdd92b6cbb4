/** Linearizability checking of recorded histories; used by the simulator and by the demo. */
@NullMarked
package io.paxosstore.sim.check;

import org.jspecify.annotations.NullMarked;
