package io.paxosstore.sim.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.paxosstore.core.RandomSource;

import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.TreeMap;

/** Merge steps change no row, whatever is written between making and applying them. */
class TableMergeTest {
    @Test
    void aStepThatIsAppliedLaterChangesNoRow() {
        for (long seed = 1; seed <= 500; seed++) {
            RandomSource random = new RandomSource(seed);
            HeldTable table = HeldTable.EMPTY;
            TreeMap<Long, Row> rows = new TreeMap<>();
            TableMerge step = TableMerge.of(table, 0, 1);
            for (int i = 0; i < 100; i++) {
                if (random.chance(0.7)) {
                    Effect.PutRow put = put(random);
                    table = table.after(put);
                    HeldTable.put(rows, put.key(), put.row());
                } else if (random.chance(0.5)) {
                    table = step.appliedTo(table);
                    step = TableMerge.of(table, step.next(), 1 + random.nextInt(4));
                }
                assertEquals(rows, table.rows(), "seed " + seed);
            }
        }
    }

    private static Effect.PutRow put(RandomSource random) {
        Row row = Row.of(random.nextInt(3), random.nextInt(3));
        return new Effect.PutRow(
                random.nextInt(Row.KEYS), random.chance(0.3) ? Optional.empty() : Optional.of(row));
    }

    @Test
    void stepsOneAfterTheOtherEmptyTheDelta() {
        HeldTable table = HeldTable.EMPTY;
        for (long key = 0; key < Row.KEYS; key++) {
            table = table.after(new Effect.PutRow(key, Optional.of(Row.of(key, 0))));
        }
        TableMerge step = TableMerge.of(table, 0, 4);
        assertEquals(4, step.next());
        while (step.next() > 0) {
            table = step.appliedTo(table);
            step = TableMerge.of(table, step.next(), 4);
        }
        table = step.appliedTo(table);
        assertEquals(HeldTable.EMPTY.delta(), table.delta());
        assertEquals(Row.KEYS, table.main().size());
    }

    @Test
    void aRecordThatWasOvertakenStaysUnlessTheMergeIsBlind() {
        HeldTable before = HeldTable.EMPTY.after(new Effect.PutRow(1, Optional.of(Row.of(1, 1))));
        TableMerge step = TableMerge.of(before, 0, 1);
        HeldTable now = before.after(new Effect.PutRow(1, Optional.of(Row.of(2, 2))));
        assertEquals(0, step.overtaken(before));
        assertEquals(1, step.overtaken(now));
        assertEquals(now.rows(), step.appliedTo(now).rows());
        assertNotEquals(now.rows(), step.appliedBlindlyTo(now).rows());
    }

    @Test
    void aRowInPartShowsWhatLiesBelowAndLosesWhatLayAbove() {
        Effect.PutRow whole = new Effect.PutRow(1, Optional.of(Row.of(1, 1)));
        Row changed = Row.of(1, 1).with(2, 5);
        Effect.PutRow part = new Effect.PutRow(1, Optional.of(changed.changedFrom(Row.of(1, 1))));
        HeldTable written = HeldTable.EMPTY.after(whole);
        HeldTable merged = TableMerge.of(written, 0, 1).appliedTo(written);
        assertEquals(changed, merged.after(part).rows().get(1L));
        assertNotEquals(changed, written.after(part).rows().get(1L));
    }
}
