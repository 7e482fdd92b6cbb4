package io.paxosstore.sim.invariant;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.entity.HeldTable;
import io.paxosstore.sim.entity.Row;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * EqualRowsAtEqualVersion: whenever each node merges, its main and its delta table together are the
 * rows that the chosen entries make.
 */
final class TableTruth {
    private record HeldAt(long version, HeldTable table) {}

    private final EntityKey key;

    /** By node: the table that it was last seen to hold. */
    private final Map<Integer, HeldAt> tables = new TreeMap<>();

    TableTruth(EntityKey key) {
        this.key = key;
    }

    /**
     * A node holds this at a version.
     *
     * @param expected the rows that the chosen entries make
     * @return whether another node holds the same rows in other parts of its table
     */
    boolean held(int node, long version, HeldTable table, SortedMap<Long, Row> expected) {
        if (!table.rows().equals(expected)) {
            throw new SimViolation(
                    "EqualRowsAtEqualVersion",
                    "%s: node %d holds %s at entry %d, chosen are %s"
                            .formatted(key, node, table, version, expected));
        }
        tables.put(node, new HeldAt(version, table));
        return tables.values().stream()
                .anyMatch(other -> other.version() == version && !other.table().equals(table));
    }
}
