/** Comparison with Redis itself. */
@NullMarked
package io.paxosstore.redis.difference;

import org.jspecify.annotations.NullMarked;
