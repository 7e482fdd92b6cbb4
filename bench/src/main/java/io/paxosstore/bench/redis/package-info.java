/** Clients of Redis that record what they are told, and what is said to that. */
@NullMarked
package io.paxosstore.bench.redis;

import org.jspecify.annotations.NullMarked;
