package io.paxosstore.node;

import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.node.slot.NodeSlots;

import java.io.IOException;
import java.util.List;

/** What entering epochs needs of a node's store. */
record SlotDisk(NodeStore store) implements NodeSlots.Disk {
    @Override
    public void enter(List<SlotRecord> records) throws IOException {
        store.enter(records);
    }

    @Override
    public int raiseIncarnation() throws IOException {
        return store.raiseIncarnation(0);
    }

    @Override
    public void beforeWhole() throws IOException {
        store.beforeWhole();
    }
}
