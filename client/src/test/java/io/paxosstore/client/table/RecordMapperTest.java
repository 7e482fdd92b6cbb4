package io.paxosstore.client.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Records become rows and come back; what cannot be mapped is said with its remedy. */
final class RecordMapperTest {
    private enum Mood {
        GOOD,
        BAD
    }

    private record All(
            boolean flag,
            @Nullable Boolean maybe,
            long big,
            int number,
            @Nullable Integer perhaps,
            @Key short shortNumber,
            byte tiny,
            double wide,
            float narrow,
            @Decimal(precision = 10, scale = 2) BigDecimal price,
            @Key String text,
            @Nullable @Indexed Instant time,
            @Indexed("both") @Nullable Mood mood,
            @Indexed("both") @Required @ColumnName("the_id") UUID id) {}

    @SuppressWarnings("ArrayRecordComponent") // that is what is tested
    private record Blob(@Key String name, byte[] content) {}

    private static final UUID ID = new UUID(7, 9);

    private static All all(@Nullable Integer perhaps, @Nullable Mood mood) {
        return new All(
                true,
                null,
                Long.MIN_VALUE,
                -5,
                perhaps,
                Short.MAX_VALUE,
                Byte.MIN_VALUE,
                Double.NaN,
                0.1f,
                new BigDecimal("3.5"),
                "ä",
                Instant.EPOCH,
                mood,
                ID);
    }

    @Test
    void aRecordIsASchema() {
        TableSchema schema = RecordMapper.of(All.class).schema().orElseThrow();
        assertEquals(
                TableSchema.builder()
                        .column("flag", ColumnType.BOOL)
                        .nullable("maybe", ColumnType.BOOL)
                        .column("big", ColumnType.INT64)
                        .column("number", ColumnType.INT64)
                        .nullable("perhaps", ColumnType.INT64)
                        .column("shortNumber", ColumnType.INT64)
                        .column("tiny", ColumnType.INT64)
                        .column("wide", ColumnType.FLOAT64)
                        .column("narrow", ColumnType.FLOAT64)
                        .column(Column.decimal("price", 10, 2).orNull())
                        .column("text", ColumnType.STRING)
                        .nullable("time", ColumnType.TIMESTAMP)
                        .nullable("mood", ColumnType.STRING)
                        .column("the_id", ColumnType.STRING)
                        .key("shortNumber", "text")
                        .index("by_time", "time")
                        .index("both", "mood", "the_id")
                        .build(),
                schema);
        assertSame(RecordMapper.of(All.class), RecordMapper.of(All.class));
    }

    @Test
    void recordsComeBack() {
        RecordMapper<All> mapper = RecordMapper.of(All.class);
        for (All one : List.of(all(null, null), all(7, Mood.BAD))) {
            Row row = mapper.toRow(one);
            All back = mapper.fromRow(row);
            assertEquals(new BigDecimal("3.50"), back.price(), "of the column's scale");
            assertEquals(row, mapper.toRow(back));
            assertEquals(one.mood(), back.mood());
            assertEquals(one.perhaps(), back.perhaps());
            assertEquals(one.narrow(), back.narrow());
            assertEquals(ID, back.id());
        }
    }

    @Test
    void columnsAreFoundByNameInWhateverOrder() {
        Blob blob =
                RecordMapper.of(Blob.class)
                        .fromRow(Row.of("new", 1, "content", new byte[] {3}, "name", "n"));
        assertEquals("n", blob.name());
        assertEquals(3, blob.content()[0]);
    }

    private static void refused(String sentence, Executable code) {
        assertEquals(sentence, assertThrows(IllegalArgumentException.class, code).getMessage());
    }

    private record NoKey(String name) {}

    private record Strange(@Key String name, StringBuilder text) {}

    private record NoDigits(@Key String name, BigDecimal price) {}

    private record Digits(@Key String name, @Decimal(precision = 1, scale = 0) long price) {}

    @Test
    void recordsThatCannotBeMappedAreToldWhy() {
        refused(
                "The record NoKey has no primary key; put @Key before the components that are it.",
                () -> RecordMapper.of(NoKey.class));
        refused(
                "The component \"text\" of Strange cannot be a column, because its type is"
                        + " StringBuilder; use boolean, long, int, short, byte, double, float,"
                        + " BigDecimal, String, byte[], Instant, UUID or an enum, or write a"
                        + " RowMapper.",
                () -> RecordMapper.of(Strange.class));
        refused(
                "The component \"price\" of NoDigits is a BigDecimal without @Decimal; say how many"
                        + " digits it has, as @Decimal(precision = 18, scale = 2).",
                () -> RecordMapper.of(NoDigits.class));
        refused(
                "The component \"price\" of Digits has @Decimal, but is no BigDecimal; remove"
                        + " @Decimal.",
                () -> RecordMapper.of(Digits.class));
    }

    private record Person(@Key String name, int age, @Nullable Mood mood, @Required String city) {
        Person {
            if (age < 0) {
                throw new IllegalStateException("not born");
            }
        }
    }

    private static Executable read(@Nullable Object age, @Nullable Object mood) {
        return () ->
                assertNotNull(
                        RecordMapper.of(Person.class)
                                .fromRow(
                                        Row.of(
                                                "name", "n", "age", age, "mood", mood, "city",
                                                "c")));
    }

    @Test
    void rowsThatDoNotFitAreToldWhy() throws Throwable {
        read(1, "BAD").execute();
        refused(
                "The component \"age\" of Person is of the type int, which cannot be 3000000000.",
                read(3_000_000_000L, null));
        refused(
                "The component \"age\" of Person cannot be NULL, but its column is; make it a"
                        + " reference, as Integer.",
                read(null, null));
        refused(
                "The component \"age\" of Person needs int64, but its column holds 'x'.",
                read("x", null));
        refused(
                "The component \"mood\" of Person is of the type Mood, which cannot be 'SAD'.",
                read(1, "SAD"));
        refused(
                "The record Person refuses the row {name='n', age=-1, mood=NULL, city='c'}.",
                read(-1, null));
        refused(
                "The row has no column \"mood\" for the component \"mood\" of Person; it has [name,"
                        + " age].",
                () -> RecordMapper.of(Person.class).fromRow(Row.of("name", "n", "age", 1)));
    }

    private record Price(@Key @Decimal(precision = 5, scale = 2) BigDecimal price) {}

    private static Row price(String price) {
        return RecordMapper.of(Price.class).toRow(new Price(new BigDecimal(price)));
    }

    @Test
    void decimalsOfAbsurdScalesAreRefusedAtOnceAndBriefly() {
        for (String zero : List.of("0", "0e999999999", "0e-999999999", "-0.000")) {
            assertEquals(Row.of("price", new BigDecimal("0.00")), price(zero));
        }
        assertEquals(Row.of("price", new BigDecimal("10.00")), price("1e1"));
        for (String huge : List.of("1E+10000000", "-1E+999999999")) {
            refused(
                    "The component \"price\" of Price is "
                            + huge
                            + ", which has more than 3 digits before the point.",
                    () -> assertNotNull(price(huge)));
        }
        for (String tiny : List.of("1E-10000000", "-1E-999999999")) {
            refused(
                    "The component \"price\" of Price is "
                            + tiny
                            + ", which has more than 2 digits behind the point; round it first.",
                    () -> assertNotNull(price(tiny)));
        }
        refused(
                "The component \"price\" of Price is 0.11111111111111111111111111111111111111...,"
                        + " which has more than 2 digits behind the point; round it first.",
                () -> assertNotNull(price("0." + "1".repeat(1000))));
    }

    private record Measure(@Key String name, float value, @Nullable Float limit) {}

    private static Measure measure(double value, @Nullable Double limit) {
        return RecordMapper.of(Measure.class)
                .fromRow(Row.of("name", "n", "value", value, "limit", limit));
    }

    @Test
    void aFloatIsTheNearestToTheNumberOfItsColumn() {
        for (float value : new float[] {0.1f, -0.0f, Float.MAX_VALUE, Float.MIN_VALUE, Float.NaN}) {
            assertEquals(new Measure("n", value, value), measure(value, (double) value));
        }
        assertEquals(
                new Measure("n", Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY),
                measure(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY));
        refused(
                "The component \"value\" of Measure is of the type float, which cannot be 1.0E300.",
                () -> assertNotNull(measure(1e300, null)));
        assertEquals(new Measure("n", 0.1f, 16_777_216f), measure(0.1, 16_777_217.0));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null analysis does
    void recordsThatNoRowHoldsAreToldWhy() {
        refused(
                "The component \"city\" of Person is null, but its column is required; give it a"
                        + " value, or remove @Required.",
                () -> RecordMapper.of(Person.class).toRow(new Person("n", 1, null, null)));
        All fine = all(null, null);
        refused(
                "The component \"price\" of All is 1.234, which has more than 2 digits behind the"
                        + " point; round it first.",
                () ->
                        RecordMapper.of(All.class)
                                .toRow(
                                        new All(
                                                true,
                                                null,
                                                1,
                                                2,
                                                null,
                                                fine.shortNumber(),
                                                fine.tiny(),
                                                0,
                                                0,
                                                new BigDecimal("1.234"),
                                                "t",
                                                null,
                                                null,
                                                ID)));
    }
}
