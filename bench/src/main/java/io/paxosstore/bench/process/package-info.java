/** Replicas as operating-system processes, for the demo and for tests that kill them. */
@NullMarked
package io.paxosstore.bench.process;

import org.jspecify.annotations.NullMarked;
