/** Tests of the wire format. */
@NullMarked
package io.paxosstore.client.wire;

import org.jspecify.annotations.NullMarked;
