package io.paxosstore.redis;

import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Result;

/** An entity that nothing may be asked of. */
public final class NoObjects implements EntityObjects {
    @Override
    public long version() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long nowMillis() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long wallMillis() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Result execute(Operation operation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void together(Runnable part) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean endExpired(String object) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void work(long steps) {
        throw new UnsupportedOperationException();
    }
}
