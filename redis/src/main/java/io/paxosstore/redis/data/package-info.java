/** The keys of one entity as Redis sees them. */
@NullMarked
package io.paxosstore.redis.data;

import org.jspecify.annotations.NullMarked;
