/** The real engine for keys, as a storage of the simulator. */
@NullMarked
package io.paxosstore.sim.bitcask;

import org.jspecify.annotations.NullMarked;
