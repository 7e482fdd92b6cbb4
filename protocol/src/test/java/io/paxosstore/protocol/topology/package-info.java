/** Tests of the topology and its bytes. */
@NullMarked
package io.paxosstore.protocol.topology;

import org.jspecify.annotations.NullMarked;
