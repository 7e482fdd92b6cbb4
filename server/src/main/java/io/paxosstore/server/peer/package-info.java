/** The protocol between nodes: messages in frames, handshake, connections. */
@NullMarked
package io.paxosstore.server.peer;

import org.jspecify.annotations.NullMarked;
