/** Tests of commands as such. */
@NullMarked
package io.paxosstore.redis.command;

import org.jspecify.annotations.NullMarked;
