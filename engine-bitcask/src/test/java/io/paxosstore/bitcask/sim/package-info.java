/** The real engine as a storage of the simulator. */
@NullMarked
package io.paxosstore.bitcask.sim;

import org.jspecify.annotations.NullMarked;
