package io.paxosstore.node.scan;

import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.Listings;

/** A sweep that is asked, and takes no notice of what it is told. */
abstract class DeafSweep implements Listings {
    @Override
    public void answered(int nodeId, Listing.Page page) {}

    @Override
    public void image(int nodeId, ImageFrame frame) {}

    @Override
    public void content(int nodeId, ContentFrame frame) {}

    @Override
    public void begunAnew(int nodeId) {}

    @Override
    public void peerUp(int nodeId) {}

    @Override
    public void peerDown(int nodeId) {}
}
