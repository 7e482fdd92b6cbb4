/** What commands there are, and what clients are told of them. */
@NullMarked
package io.paxosstore.redis.command;

import org.jspecify.annotations.NullMarked;
