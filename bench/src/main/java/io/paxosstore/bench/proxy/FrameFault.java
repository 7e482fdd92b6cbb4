package io.paxosstore.bench.proxy;

/** What a link does to some of the frames that carry messages; docs/peer-protocol.md has both. */
public enum FrameFault {
    /** Nothing: every frame passes once, in its order. */
    NONE,
    /** A frame is left out. */
    LOSE,
    /** A frame is sent twice. */
    DOUBLE,
    /** A frame is sent after the one that follows it. */
    SWAP
}
