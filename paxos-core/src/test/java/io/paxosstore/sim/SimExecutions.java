package io.paxosstore.sim;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryInspection;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells the truth which requests are in the values that a node makes. Not thread-safe. */
final class SimExecutions {
    private final SimCluster cluster;
    private final SimNode node;
    private long valuesMade;

    SimExecutions(SimCluster cluster, SimNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    /** The node counts its values anew. */
    void newLife() {
        valuesMade = 0;
    }

    /** Looks at what a step of the node has handed to its disk. */
    void record(List<Effects.Persist> persists, RecordingMachine machine) {
        switch (cluster.kind()) {
            case KEY_VALUE -> recordValues(persists, machine.takeBatches());
            case ENTITY -> recordChanges(persists, machine);
        }
    }

    private void recordValues(
            List<Effects.Persist> persists, List<Map<RequestId, byte[]>> batches) {
        if (batches.isEmpty()) {
            return;
        }
        Map<ValueId, EntityKey> made = new LinkedHashMap<>();
        for (Effects.Persist persist : persists) {
            EntryValue value = persist.record().value();
            if (value != null
                    && value.id().proposer() == node.id()
                    && value.id().incarnation() == node.incarnation()
                    && value.id().sequence() > valuesMade) {
                made.put(value.id(), persist.record().key());
            }
        }
        if (made.size() != batches.size()) {
            throw new IllegalStateException("evaluated batches and values made differ");
        }
        Iterator<Map<RequestId, byte[]>> batch = batches.iterator();
        made.forEach((valueId, key) -> {
            valuesMade = Math.max(valuesMade, valueId.sequence());
            cluster.truth().proposed(key, valueId, batch.next());
        });
    }

    /** The changes begin with the number of their evaluation. */
    private void recordChanges(List<Effects.Persist> persists, RecordingMachine machine) {
        for (Effects.Persist persist : persists) {
            EntryValue value = persist.record().value();
            if (value != null && value.id().proposer() == node.id()) {
                byte[] changes = EntryInspection.changes(value);
                Map<RequestId, byte[]> executed =
                        machine.evaluation(ByteBuffer.wrap(changes).getLong());
                if (executed != null) {
                    cluster.truth().proposed(persist.record().key(), value.id(), executed);
                }
            }
        }
    }
}
