/** Bytes and frames: what the client port and the peer port have in common. */
@NullMarked
package io.paxosstore.server.net;

import org.jspecify.annotations.NullMarked;
