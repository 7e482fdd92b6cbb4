/** Tests of HyperLogLogs. */
@NullMarked
package io.paxosstore.redis.hyperloglog;

import org.jspecify.annotations.NullMarked;
