/** Tests of keys, patterns and pages. */
@NullMarked
package io.paxosstore.redis.data;

import org.jspecify.annotations.NullMarked;
