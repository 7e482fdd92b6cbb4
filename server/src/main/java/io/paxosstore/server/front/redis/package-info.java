/**
 * The port for clients of Redis: connections and what concerns them; the commands on keys are in
 * module redis.
 */
@NullMarked
package io.paxosstore.server.front.redis;

import org.jspecify.annotations.NullMarked;
