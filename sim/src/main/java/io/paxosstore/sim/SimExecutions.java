package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.ValueId;
import io.paxosstore.sim.check.EntryInspection;

import java.nio.ByteBuffer;
import java.util.Map;

/** Tells the truth which requests are in the values that a node makes. Not thread-safe. */
final class SimExecutions {
    private final SimCluster cluster;
    private final SimNode node;

    /** The newest value that the node has made: later ones have greater numbers. */
    private int lastIncarnation;

    private long lastSequence;

    SimExecutions(SimCluster cluster, SimNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    /** Looks at a record that the node hands to its disk. */
    void appended(LogRecord record, RecordingMachine machine) {
        EntryValue value = record.value();
        if (value == null || value.id().proposer() != node.id()) {
            return;
        }
        switch (cluster.kind()) {
            case KEY_VALUE -> keyValue(record, value.id(), machine);
            case ENTITY -> changes(record, value, machine);
        }
    }

    /** What a node evaluates becomes values in the same order. */
    private void keyValue(LogRecord record, ValueId id, RecordingMachine machine) {
        boolean isNew =
                id.incarnation() > lastIncarnation
                        || (id.incarnation() == lastIncarnation && id.sequence() > lastSequence);
        if (isNew) {
            lastIncarnation = id.incarnation();
            lastSequence = id.sequence();
            Map<RequestId, byte[]> executed = machine.nextBatch();
            cluster.truth().proposed(record.key(), id, executed);
        }
    }

    /** The changes begin with the number of their evaluation. */
    private void changes(LogRecord record, EntryValue value, RecordingMachine machine) {
        byte[] changes = EntryInspection.changes(value);
        Map<RequestId, byte[]> executed = machine.evaluation(ByteBuffer.wrap(changes).getLong());
        if (executed != null) {
            cluster.truth().proposed(record.key(), value.id(), executed);
        }
    }
}
