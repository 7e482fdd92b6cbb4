/**
 * The bytes of PaxosLog records in segments: encoded, decoded and located. docs/formats.md has
 * them; {@link io.paxosstore.log.segment} has the segments.
 */
@NullMarked
package io.paxosstore.log.record;

import org.jspecify.annotations.NullMarked;
