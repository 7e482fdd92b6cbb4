/** Streams and their groups of consumers: what commands do, and the rows they are kept in. */
@NullMarked
package io.paxosstore.redis.stream;

import org.jspecify.annotations.NullMarked;
