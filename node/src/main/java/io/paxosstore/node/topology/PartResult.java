package io.paxosstore.node.topology;

import io.paxosstore.protocol.wire.FailureCode;

/** How reading or changing a part of the topology ended. */
public sealed interface PartResult {
    /** The part is this now: as it was written, or as a majority knows it. */
    record Is(PartValue value) implements PartResult {}

    /** It was read, and nobody has written it yet. */
    record Absent() implements PartResult {}

    /** It was not written: somebody else has changed the part. */
    record Lost(PartValue newer) implements PartResult {}

    /** It may or may not be written, or become so later; the part is read again by itself. */
    record Unknown() implements PartResult {}

    /** It was not read, or not written; with one sentence. */
    record Failed(FailureCode code, String sentence) implements PartResult {}
}
