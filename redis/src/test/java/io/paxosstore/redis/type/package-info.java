/** Tests of commands by type. */
@NullMarked
package io.paxosstore.redis.type;

import org.jspecify.annotations.NullMarked;
