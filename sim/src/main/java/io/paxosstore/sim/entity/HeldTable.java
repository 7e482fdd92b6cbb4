package io.paxosstore.sim.entity;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A table as an engine holds it: entries change the delta table only, from where every replica
 * merges into its main table when it likes. Immutable.
 *
 * @param main the rows that were merged
 * @param delta whole rows that take the place of those in the main table; nothing for a deleted one
 */
public record HeldTable(SortedMap<Long, Row> main, SortedMap<Long, Optional<Row>> delta) {
    /** Before entry 1. */
    public static final HeldTable EMPTY = of(new TreeMap<>(), new TreeMap<>());

    static HeldTable of(TreeMap<Long, Row> main, TreeMap<Long, Optional<Row>> delta) {
        return new HeldTable(
                Collections.unmodifiableSortedMap(main), Collections.unmodifiableSortedMap(delta));
    }

    /** The rows that a reader sees: main and delta together. */
    public SortedMap<Long, Row> rows() {
        TreeMap<Long, Row> rows = new TreeMap<>(main);
        delta.forEach((key, record) -> put(rows, key, record));
        return rows;
    }

    static void put(SortedMap<Long, Row> rows, long key, Optional<Row> record) {
        if (record.isPresent()) {
            rows.put(key, record.get().over(rows.get(key)));
        } else {
            rows.remove(key);
        }
    }

    /** Whether the delta table holds this of a key. */
    boolean holds(long key, Optional<Row> record) {
        return record.equals(delta.get(key));
    }

    /** The table after a row of an entry. */
    HeldTable after(Effect.PutRow effect) {
        TreeMap<Long, Optional<Row>> changed = new TreeMap<>(delta);
        changed.put(effect.key(), effect.row());
        return new HeldTable(main, Collections.unmodifiableSortedMap(changed));
    }

    /** The same with an empty delta table. */
    public HeldTable withoutDelta() {
        return new HeldTable(main, EMPTY.delta());
    }
}
