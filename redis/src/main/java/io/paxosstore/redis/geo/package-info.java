/** Places on the earth as members of sorted sets: cells of the map, and searches in them. */
@NullMarked
package io.paxosstore.redis.geo;

import org.jspecify.annotations.NullMarked;
