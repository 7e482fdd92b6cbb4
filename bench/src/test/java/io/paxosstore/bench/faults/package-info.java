@NullMarked
package io.paxosstore.bench.faults;

import org.jspecify.annotations.NullMarked;
