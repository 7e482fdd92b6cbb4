/** Tests that run what has been put together, as its user does. */
@NullMarked
package io.paxosstore.dist.unpacked;

import org.jspecify.annotations.NullMarked;
