package io.paxosstore.node.scan;

/** Takes what other nodes say about ranges of keys; on the shard's loop only. */
public interface RangeTalk {
    /** Another node asks; the answer goes back over the way it came. */
    RangeFrame.Answer asked(RangeFrame.Ask ask);

    /** A node answers. */
    void answered(int nodeId, RangeFrame.Answer answer);
}
