/** The load generator: closed-loop clients, latency histograms, reports. */
@NullMarked
package io.paxosstore.bench.load;

import org.jspecify.annotations.NullMarked;
