package io.paxosstore.lsm.store;

import io.paxosstore.lsm.model.EntityState;

/** An entity's state that is read from the store. Close it soon. */
public interface StoredState extends EntityState, AutoCloseable {
    @Override
    void close();
}
