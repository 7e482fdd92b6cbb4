package io.paxosstore.node.repair;

/** Takes the questions and answers of other nodes; on the shard's loop only. */
public interface Listings {
    /** Another node asks; the answer goes back over the way it came. */
    Listing.Page asked(Listing.Request request);

    /** A node answers. */
    void answered(int nodeId, Listing.Page page);

    /** A part of an image, or the question for one. */
    void image(int nodeId, ImageFrame frame);

    /** A part of the comparison of content. */
    void content(int nodeId, ContentFrame frame);

    /** A node lives under a later incarnation than before (Rule A4). */
    void begunAnew(int nodeId);

    /** A node can be reached now. */
    void peerUp(int nodeId);

    /** A node can no longer be reached. */
    void peerDown(int nodeId);
}
