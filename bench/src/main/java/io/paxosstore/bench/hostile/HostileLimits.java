package io.paxosstore.bench.hostile;

import java.time.Duration;

/**
 * What must not be exceeded in a run with hostile clients.
 *
 * @param p99 the 99th percentile of all calls of the well-behaved client during attacks
 * @param roundP99 that of its calls in each round with the rest behind it
 * @param residentBytes memory of each replica
 */
public record HostileLimits(Duration p99, Duration roundP99, long residentBytes) {}
