package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;

/** A client of shard 0 that does nothing with its answers. */
class TestClient implements Requester {
    @Override
    public boolean isClient() {
        return true;
    }

    @Override
    public int homeShard() {
        return 0;
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {}
}
