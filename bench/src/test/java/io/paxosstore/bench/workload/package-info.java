@NullMarked
package io.paxosstore.bench.workload;

import org.jspecify.annotations.NullMarked;
