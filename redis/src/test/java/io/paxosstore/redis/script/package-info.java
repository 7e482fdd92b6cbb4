/** Scripts, without network. */
@NullMarked
package io.paxosstore.redis.script;

import org.jspecify.annotations.NullMarked;
