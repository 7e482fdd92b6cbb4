/**
 * The bytes of what is in {@link io.paxosstore.protocol.model}; the layouts are in {@link
 * io.paxosstore.protocol.codec.ModelCodec} and docs/formats.md. They expect anything: wrong bytes
 * end in an exception that says why.
 */
@NullMarked
package io.paxosstore.protocol.codec;

import org.jspecify.annotations.NullMarked;
