package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.check.EntryInspection;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Tells the truth which requests are in the values that a node makes. Not thread-safe. */
final class SimExecutions {
    private final SimCluster cluster;
    private final SimNode node;

    /**
     * The checksums of the values that the node has made, by their ids; looked up only. With a new
     * disk it may come to an id once more, if nobody has heard of the first one.
     */
    private final Map<ValueId, Integer> made = new HashMap<>();

    SimExecutions(SimCluster cluster, SimNode node) {
        this.cluster = cluster;
        this.node = node;
    }

    /** Looks at a record that the node hands to its disk. */
    void appended(LogRecord record, RecordingMachine machine) {
        EntryValue value = record.value();
        boolean isOfHost = record.key().space() == EntityKey.SYSTEM_SPACE;
        if (value == null || isOfHost || value.id().proposer() != node.id()) {
            return;
        }
        switch (cluster.kind()) {
            case KEY_VALUE -> keyValue(record, value, machine);
            case ENTITY -> changes(record, value, machine);
        }
    }

    /** What a node evaluates becomes values in the same order. */
    private void keyValue(LogRecord record, EntryValue value, RecordingMachine machine) {
        if (!cluster.isNamed(record.key())) {
            return;
        }
        Integer before = made.put(value.id(), value.crc());
        if (before == null || before != value.crc()) {
            cluster.truth().proposed(record.key(), value.id(), machine.nextBatch());
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
