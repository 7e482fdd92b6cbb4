/** Tests of the commands. */
@NullMarked
package io.paxosstore.redis;

import org.jspecify.annotations.NullMarked;
