/**
 * The client protocol: frames, requests, responses and their codec, shared by client and server.
 *
 * <p>Pure: works on {@link java.nio.ByteBuffer}s only, without sockets, threads or clocks. The byte
 * layouts are in {@link io.paxosstore.protocol.wire.Wire}, {@link
 * io.paxosstore.protocol.wire.RequestCodec} and {@link io.paxosstore.protocol.wire.ResponseCodec},
 * and in docs/wire-protocol.md.
 */
@NullMarked
package io.paxosstore.protocol.wire;

import org.jspecify.annotations.NullMarked;
