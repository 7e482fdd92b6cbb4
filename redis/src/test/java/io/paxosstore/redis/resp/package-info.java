/** Tests of the protocol. */
@NullMarked
package io.paxosstore.redis.resp;

import org.jspecify.annotations.NullMarked;
