/** The commands on keys, by type: pure functions. */
@NullMarked
package io.paxosstore.redis.type;

import org.jspecify.annotations.NullMarked;
