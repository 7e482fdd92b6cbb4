/** The commands of Redis that this store understands. */
@NullMarked
package io.paxosstore.redis;

import org.jspecify.annotations.NullMarked;
