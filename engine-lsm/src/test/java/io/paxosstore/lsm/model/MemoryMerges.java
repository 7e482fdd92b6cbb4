package io.paxosstore.lsm.model;

import io.paxosstore.table.MergeStep;
import io.paxosstore.table.Region;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Merges tables of a state in memory at random points: steps are made from what it holds, and
 * applied at once or later. Not thread-safe.
 */
final class MemoryMerges {
    private static final long[] BUDGETS = {1, 1000, 20_000, Long.MAX_VALUE / 2};

    private final MemoryState state;
    private final Random random;
    private long generation;
    private byte[] from = {};
    private MergeStep.@Nullable Result late;

    MemoryMerges(MemoryState state, Random random) {
        this.state = state;
        this.random = random;
    }

    /** Makes a step, or applies the one that was made before; mostly does nothing. */
    void sometimes() {
        if (random.nextInt(6) > 0) {
            return;
        }
        MergeStep.Result made = late;
        if (made != null) {
            late = null;
            apply(made);
            return;
        }
        List<Long> tables = tables();
        if (tables.isEmpty()) {
            return;
        }
        if (!tables.contains(generation) || random.nextInt(4) == 0) {
            generation = tables.get(random.nextInt(tables.size()));
            from = new byte[0];
        }
        MergeStep.Result step =
                MergeStep.of(
                        new TableRecords(state, generation),
                        from,
                        BUDGETS[random.nextInt(BUDGETS.length)]);
        if (random.nextBoolean()) {
            late = step;
        } else {
            apply(step);
        }
    }

    private List<Long> tables() {
        List<Long> tables = new ArrayList<>();
        for (Map.Entry<byte[], byte[]> record :
                state.records().subMap(KeyLayout.HEADERS, KeyLayout.HEADERS_END).entrySet()) {
            if (ObjectHeader.decode(record.getValue()) instanceof ObjectHeader.Table table) {
                tables.add(table.generation());
            }
        }
        return tables;
    }

    private void apply(MergeStep.Result step) {
        if (!tables().contains(generation)) {
            return;
        }
        TableRecords records = new TableRecords(state, generation);
        for (MergeStep.Change change : step.changes()) {
            byte[] key = records.key(change.region(), change.key());
            byte[] value = change.value();
            if (value == null) {
                state.records().remove(key);
            } else {
                state.records().put(key, value);
            }
        }
        for (MergeStep.Merged delta : step.deltas()) {
            if (Arrays.equals(records.get(Region.DELTA, delta.key()), delta.record())) {
                state.records().remove(records.key(Region.DELTA, delta.key()));
            }
        }
        byte[] next = step.next();
        from = next == null ? new byte[0] : next;
    }
}
