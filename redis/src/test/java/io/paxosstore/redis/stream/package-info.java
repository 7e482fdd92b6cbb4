/** Tests of streams. */
@NullMarked
package io.paxosstore.redis.stream;

import org.jspecify.annotations.NullMarked;
