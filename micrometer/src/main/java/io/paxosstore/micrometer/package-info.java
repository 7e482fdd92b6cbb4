/** The metrics of a client: {@link io.paxosstore.micrometer.PaxosStoreMetrics}. */
@NullMarked
package io.paxosstore.micrometer;

import org.jspecify.annotations.NullMarked;
