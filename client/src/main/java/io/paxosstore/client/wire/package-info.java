/**
 * The client protocol: frames, requests, responses and their codec, shared by client and server.
 *
 * <p>Pure: works on {@link java.nio.ByteBuffer}s only, without sockets, threads or clocks. The byte
 * layouts are in {@link io.paxosstore.client.wire.Wire}, {@link
 * io.paxosstore.client.wire.RequestCodec} and {@link io.paxosstore.client.wire.ResponseCodec}, and
 * in docs/wire-protocol.md.
 */
@NullMarked
package io.paxosstore.client.wire;

import org.jspecify.annotations.NullMarked;
