/** HyperLogLogs: what commands do with them, and the strings they are kept in. */
@NullMarked
package io.paxosstore.redis.hyperloglog;

import org.jspecify.annotations.NullMarked;
