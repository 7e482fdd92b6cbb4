package io.paxosstore.lsm.entity;

import io.paxosstore.lsm.store.LsmStore;

/** Gives tests the data of an engine that is open. */
public final class EngineData {
    private EngineData() {}

    /** The data. */
    public static LsmStore of(EntityEngine engine) {
        return engine.data();
    }
}
