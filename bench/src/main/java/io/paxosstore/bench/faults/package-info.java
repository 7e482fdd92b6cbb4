/** Random faults on real processes under a recorded load, and the checks afterwards. */
@NullMarked
package io.paxosstore.bench.faults;

import org.jspecify.annotations.NullMarked;
