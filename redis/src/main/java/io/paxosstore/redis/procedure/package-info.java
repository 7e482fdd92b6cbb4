/** Commands as procedures that are proposed. */
@NullMarked
package io.paxosstore.redis.procedure;

import org.jspecify.annotations.NullMarked;
