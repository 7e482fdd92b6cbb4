/** A mixed key-value workload whose history can be checked for linearizability. */
@NullMarked
package io.paxosstore.bench.workload;

import org.jspecify.annotations.NullMarked;
