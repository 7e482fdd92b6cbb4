/** Tests of the wire format. */
@NullMarked
package io.paxosstore.protocol.wire;

import org.jspecify.annotations.NullMarked;
