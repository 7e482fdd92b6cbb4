/** Redis's protocol: words of commands, and replies. */
@NullMarked
package io.paxosstore.redis.resp;

import org.jspecify.annotations.NullMarked;
