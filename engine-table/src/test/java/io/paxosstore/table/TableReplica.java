package io.paxosstore.table;

import org.jspecify.annotations.Nullable;

import java.util.Random;

/** A replica of a table that merges step by step, at random times. Not thread-safe. */
final class TableReplica {
    private static final long[] BUDGETS = {1, 100, 1000, 20_000, Long.MAX_VALUE / 2};

    private final MemoryTable table;
    private final Random random;
    private byte[] from = {};

    /** A step that was made and not yet applied. */
    private MergeStep.@Nullable Result late;

    TableReplica(MemoryTable table, Random random) {
        this.table = table;
        this.random = random;
    }

    MemoryTable table() {
        return table;
    }

    /** Makes a step, or applies the one that was made before; mostly does nothing. */
    void mergeSometimes() {
        if (random.nextInt(6) > 0) {
            return;
        }
        MergeStep.Result made = late;
        if (made != null) {
            apply(made);
            late = null;
            return;
        }
        MergeStep.Result step = step();
        if (random.nextBoolean()) {
            late = step;
        } else {
            apply(step);
        }
    }

    /** Merges all there is. */
    void mergeAll() {
        late = null;
        from = new byte[0];
        for (int left = 2 * table.records(Region.DELTA).size() + 2; left > 0; left--) {
            apply(step());
        }
        if (!table.records(Region.DELTA).isEmpty()) {
            throw new AssertionError("Steps of a merge make no progress.");
        }
    }

    private MergeStep.Result step() {
        MergeStep.Result step = table.step(from, BUDGETS[random.nextInt(BUDGETS.length)]);
        if (step.isEmpty() && step.next() != null) {
            throw new AssertionError("A step of a merge makes no progress.");
        }
        return step;
    }

    private void apply(MergeStep.Result step) {
        table.merge(step);
        byte[] next = step.next();
        from = next == null || random.nextInt(20) == 0 ? new byte[0] : next;
    }
}
