/** Tests of places. */
@NullMarked
package io.paxosstore.redis.geo;

import org.jspecify.annotations.NullMarked;
