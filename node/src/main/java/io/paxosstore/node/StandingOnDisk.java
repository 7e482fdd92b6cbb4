package io.paxosstore.node;

import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.repair.NodeStanding;

import java.io.IOException;

/** Writes a node's standing to its store. */
record StandingOnDisk(NodeStore store) implements NodeStanding.Change {
    @Override
    public void beforeWhole() throws IOException {
        store.beforeWhole();
    }

    @Override
    public void to(Standing standing) throws IOException {
        store.standing(standing);
    }
}
