/** The demo: three replica processes, a recorded workload, a kill, a recovery, a verdict. */
@NullMarked
package io.paxosstore.bench.demo;

import org.jspecify.annotations.NullMarked;
