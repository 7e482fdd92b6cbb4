/** Watches on ranges of keys and entities, as who watches sees them. */
@NullMarked
package io.paxosstore.protocol.range;

import org.jspecify.annotations.NullMarked;
