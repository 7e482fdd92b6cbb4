/** Scripts: EVAL, and what scripts may do with the keys. */
@NullMarked
package io.paxosstore.redis.script;

import org.jspecify.annotations.NullMarked;
