/** Tests of the port for clients of Redis, with Redis's own clients. */
@NullMarked
package io.paxosstore.server.front.redis;

import org.jspecify.annotations.NullMarked;
