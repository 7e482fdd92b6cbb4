package io.paxosstore.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;

/** How few rows are read; that none is missing is what {@link TableTwinTest} asks. */
class AccessPlanTest {
    private static final TableSchema SCHEMA =
            TableSchema.builder()
                    .column("user", ColumnType.STRING)
                    .column("at", ColumnType.INT64)
                    .nullable("kind", ColumnType.STRING)
                    .nullable("note", ColumnType.STRING)
                    .key("user", "at")
                    .index("byKind", "kind", "at")
                    .build();

    private static final TableDefinition TABLE = TableDefinition.of(SCHEMA);

    private static AccessPlan plan(TableDefinition table, Condition condition) {
        return AccessPlan.of(condition, table, new Columns("t", table), WorkMeter.FREE);
    }

    private static AccessPlan plan(Condition condition) {
        return plan(TABLE, condition);
    }

    private static Condition compare(String column, Comparison comparison, Object value) {
        return new Condition.Compare(column, comparison, value);
    }

    private static Condition equal(String column, Object value) {
        return compare(column, Comparison.EQUAL, value);
    }

    private static byte[] key(String user, long at) {
        @Nullable Object[] values = {user, at, null, null};
        return RowKeys.of(TABLE, values);
    }

    private static boolean reads(AccessPlan plan, String user, long at) {
        return plan.ranges().stream().anyMatch(range -> range.contains(key(user, at)));
    }

    @Test
    void aWholeKeyIsAPoint() {
        AccessPlan plan = plan(equal("user", "ann").and(equal("at", 7L)));
        assertTrue(plan.arePoints());
        assertNull(plan.index());
        assertEquals(1, plan.ranges().size());
        assertTrue(reads(plan, "ann", 7));
        assertFalse(reads(plan, "ann", 8));
        assertFalse(reads(plan, "anna", 7));
    }

    @Test
    void inMakesAPointOfEachValueInOrder() {
        AccessPlan plan =
                plan(equal("user", "ann").and(new Condition.In("at", List.of(9L, -3L, 4L, 9L))));
        assertTrue(plan.arePoints());
        assertEquals(3, plan.ranges().size());
        for (long at : new long[] {-3, 4, 9}) {
            assertTrue(reads(plan, "ann", at));
        }
        assertFalse(reads(plan, "ann", 5));
        for (int i = 1; i < plan.ranges().size(); i++) {
            byte[] end = Objects.requireNonNull(plan.ranges().get(i - 1).to());
            assertTrue(Arrays.compareUnsigned(end, plan.ranges().get(i).from()) <= 0);
        }
    }

    @Test
    void tooManyValuesAreARangeOfWhatComesBefore() {
        List<Object> many =
                LongStream.rangeClosed(0, RangeDraft.RANGES_MAX)
                        .<Object>mapToObj(at -> at)
                        .toList();
        AccessPlan plan = plan(equal("user", "ann").and(new Condition.In("at", many)));
        assertFalse(plan.arePoints());
        assertEquals(1, plan.ranges().size());
        assertFalse(reads(plan, "bob", 1));
    }

    @Test
    void theBeginOfAKeyIsARange() {
        AccessPlan plan = plan(equal("user", "ann"));
        assertFalse(plan.arePoints());
        assertTrue(reads(plan, "ann", Long.MIN_VALUE) && reads(plan, "ann", Long.MAX_VALUE));
        assertFalse(reads(plan, "bob", 0));
    }

    @Test
    void boundsOfTheNextColumnNarrowTheRange() {
        AccessPlan plan =
                plan(
                        new Condition.And(
                                List.of(
                                        equal("user", "ann"),
                                        compare("at", Comparison.GREATER, 3L),
                                        compare("at", Comparison.AT_LEAST, 1L),
                                        compare("at", Comparison.AT_MOST, 9L),
                                        compare("at", Comparison.LESS, 20L))));
        assertFalse(reads(plan, "ann", 3));
        assertTrue(reads(plan, "ann", 4) && reads(plan, "ann", 9));
        assertFalse(reads(plan, "ann", 10));
    }

    @Test
    void boundsThatNothingMeetsReadNothing() {
        Condition impossible =
                compare("at", Comparison.GREATER, 9L).and(compare("at", Comparison.LESS, 3L));
        assertEquals(List.of(), plan(equal("user", "ann").and(impossible)).ranges());
    }

    @Test
    void aPrefixOfAPatternIsARange() {
        AccessPlan plan = plan(new Condition.Like("user", "an%"));
        assertTrue(reads(plan, "an", 0) && reads(plan, "anna", 5));
        assertFalse(reads(plan, "am", 0) || reads(plan, "ao", 0));
    }

    @Test
    void anIndexIsTakenWhenTheKeySaysLess() {
        AccessPlan byKind = plan(equal("kind", "mail"));
        assertEquals("byKind", Objects.requireNonNull(byKind.index()).name());
        assertEquals(1, byKind.ranges().size());
        AccessPlan unset = plan(new Condition.IsNull("kind"));
        assertEquals("byKind", Objects.requireNonNull(unset.index()).name());
        assertNull(plan(equal("user", "ann").and(equal("kind", "mail"))).index());
        assertNull(
                plan(equal("user", "ann").and(equal("at", 1L)).and(equal("kind", "mail"))).index());
    }

    @Test
    void anIndexThatIsBeingBuiltIsNotTaken() {
        TableDefinition building =
                TableDefinition.of(
                        SCHEMA, List.of(TABLE.indexes().get(0).builtTo(new byte[] {1})), 1);
        AccessPlan plan = plan(building, equal("kind", "mail"));
        assertNull(plan.index());
        assertTrue(reads(plan, "ann", 1), "all rows are read");
    }

    @Test
    void whatNarrowsNothingReadsAll() {
        for (Condition condition :
                List.of(
                        Condition.all(),
                        equal("note", "x"),
                        equal("user", "ann").or(equal("user", "bob")),
                        equal("user", "ann").not(),
                        compare("user", Comparison.NOT_EQUAL, "ann"))) {
            AccessPlan plan = plan(condition);
            assertNull(plan.index());
            assertTrue(reads(plan, "", 0) && reads(plan, "zoe", 1), condition::toString);
        }
    }

    private static long bytes(AccessPlan plan) {
        long bytes = 0;
        for (KeyRange range : plan.ranges()) {
            byte[] to = range.to();
            bytes += range.from().length + (to == null ? 0 : to.length);
        }
        return bytes;
    }

    private static List<Object> numbers(int count) {
        return LongStream.range(0, count).<Object>mapToObj(number -> number).toList();
    }

    /** A condition of a megabyte would otherwise make ranges of a gigabyte. */
    @Test
    void rangesThatWouldBeTooLongStayWide() {
        TableDefinition table =
                TableDefinition.of(
                        TableSchema.builder()
                                .column("a", ColumnType.INT64)
                                .column("s", ColumnType.STRING)
                                .nullable("t", ColumnType.STRING)
                                .key("a", "s")
                                .index("byBoth", "a", "t")
                                .build());
        String text = "x".repeat(1 << 20);
        for (String column : List.of("s", "t")) {
            for (Condition wide :
                    List.of(
                            equal(column, text),
                            compare(column, Comparison.AT_LEAST, text),
                            compare(column, Comparison.LESS, text),
                            new Condition.Like(column, text + "%"))) {
                AccessPlan plan = plan(table, new Condition.In("a", numbers(1000)).and(wide));
                assertEquals(1000, plan.ranges().size());
                assertTrue(bytes(plan) <= 2L * RangeDraft.BYTES_MAX, column + bytes(plan));
            }
        }
    }

    @Test
    void theLongestKeysAreStillPoints() {
        String user = "u".repeat(1000);
        List<Object> all = numbers(1000);
        AccessPlan plan = plan(equal("user", user).and(new Condition.In("at", all)));
        assertTrue(plan.arePoints());
        assertEquals(1000, plan.ranges().size());
    }

    @Test
    void makingAPlanIsWorkThatCountsAndEnds() {
        TableSchema.Builder schema = TableSchema.builder().column("k", ColumnType.INT64).key("k");
        String[] names = new String[TableSchema.COLUMNS_MAX - 1];
        Condition condition = new Condition.In("c0", numbers(1000));
        for (int i = 0; i < names.length; i++) {
            names[i] = "c" + i;
            schema.column(names[i], ColumnType.INT64);
            condition = i == 0 ? condition : condition.and(equal(names[i], 1L));
        }
        for (int i = 0; i < TableSchema.INDEXES_MAX; i++) {
            schema.index("i" + i, names);
        }
        TableDefinition table = TableDefinition.of(schema.build());
        long[] steps = {0};
        AccessPlan plan =
                AccessPlan.of(condition, table, new Columns("t", table), more -> steps[0] += more);
        assertEquals(1000, plan.ranges().size());
        assertTrue(steps[0] > TableSchema.INDEXES_MAX * 10_000L, "steps " + steps[0]);
        assertTrue(steps[0] < TableSchema.INDEXES_MAX * 100_000L, "steps " + steps[0]);
    }
}
