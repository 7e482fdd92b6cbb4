package io.paxosstore.client.table;

import static io.paxosstore.client.table.Col.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Rows and conditions, as people write them. */
final class RowTest {
    private enum Colour {
        RED
    }

    private static void refused(String sentence, Executable code) {
        assertEquals(sentence, assertThrows(IllegalArgumentException.class, code).getMessage());
    }

    @Test
    void valuesBecomeThoseOfColumns() {
        UUID id = new UUID(1, 2);
        Row row =
                Row.of(
                        "int",
                        1,
                        "short",
                        (short) 2,
                        "byte",
                        (byte) 3,
                        "float",
                        0.5f,
                        "big",
                        BigInteger.TEN,
                        "enum",
                        Colour.RED,
                        "uuid",
                        id,
                        "null",
                        null);
        assertEquals(
                Arrays.asList(1L, 2L, 3L, 0.5, new BigDecimal("10"), "RED", id.toString(), null),
                row.values());
        refused(
                "A value of the class java.lang.Object belongs to no column type; use"
                        + " Boolean, Long, Double, BigDecimal, String, byte[] or Instant.",
                () -> Row.of("a", new Object()));
    }

    @Test
    void valuesAreReadByTheTypeOfTheirColumn() {
        byte[] bytes = {1, -1};
        Row row =
                Row.of("s", "x", "l", 5, "d", 1.5, "n", new BigDecimal("1.50"))
                        .with("b", true)
                        .with("y", bytes)
                        .with("t", Instant.EPOCH)
                        .with("l", 6)
                        .with("z", null);
        assertEquals(List.of("s", "l", "d", "n", "b", "y", "t", "z"), row.columns());
        assertEquals("x", row.getString("s"));
        assertEquals(6, row.getLong("l"));
        assertEquals(1.5, row.getDouble("d"));
        assertEquals(new BigDecimal("1.50"), row.getDecimal("n"));
        assertTrue(row.getBoolean("b"));
        assertArrayEquals(bytes, row.getBytes("y"));
        assertEquals(Instant.EPOCH, row.getInstant("t"));
        assertTrue(row.isNull("z"));
        assertEquals(
                "{s='x', l=6, d=1.5, n=1.50, b=true, y=X'01ff', t=1970-01-01T00:00:00Z, z=NULL}",
                row.toString());
    }

    @Test
    void whatIsAskedWronglyIsSaidClearly() {
        Row row = Row.of("name", "Ada", "age", null);
        refused("The row has no column \"nam\"; it has [name, age].", () -> row.getString("nam"));
        refused(
                "The column \"name\" holds the string 'Ada', but int64 was asked for.",
                () -> row.getLong("name"));
        refused(
                "The column \"age\" is NULL; ask isNull first, or use get, which returns null.",
                () -> row.getLong("age"));
        refused(
                "The last column of the row has no value; give names and values in turns.",
                () -> Row.of("a", 1, "b"));
        refused(
                "The name of a column is to be a String, but there is 2; give names and values in"
                        + " turns.",
                () -> Row.of("a", 1, 2, "b"));
        refused("The row has two columns \"a\".", () -> Row.of("a", 1, "a", 2));
        refused(
                "The row has two columns \"a\".",
                () -> Row.of(List.of("a", "b", "a"), List.of(1, 2, 3)));
        refused(
                "A row has 2 columns and 1 values; give each column one.",
                () -> Row.of(List.of("a", "b"), List.of(1)));
    }

    @Test
    void rowsAreEqualByTheContentsOfTheirBytes() {
        Row row = Row.of("k", new byte[] {1}, "v", 1);
        Row same = Row.of(List.of("k", "v"), List.of(new byte[] {1}, 1L));
        assertEquals(row, same);
        assertEquals(row.hashCode(), same.hashCode());
        assertNotEquals(row, Row.of("k", new byte[] {2}, "v", 1));
        assertNotEquals(row, Row.of("k", new byte[] {1}, "w", 1));
    }

    @Test
    void conditionsAreWrittenAsSentences() {
        assertEquals(
                new Condition.And(
                        List.of(
                                new Condition.Compare("city", Comparison.EQUAL, "Graz"),
                                new Condition.Compare("age", Comparison.AT_LEAST, 18L))),
                column("city").eq("Graz").and(column("age").atLeast(18)));
        assertEquals(
                new Condition.And(
                        List.of(
                                new Condition.Compare("a", Comparison.AT_LEAST, 1L),
                                new Condition.Compare("a", Comparison.AT_MOST, 2L))),
                column("a").between(1, 2));
        assertEquals(
                new Condition.Compare("a", Comparison.NOT_EQUAL, "RED"),
                column("a").ne(Colour.RED));
        assertEquals(new Condition.Compare("a", Comparison.LESS, 0.5), column("a").less(0.5f));
        assertEquals(new Condition.Compare("a", Comparison.GREATER, 1L), column("a").greater(1));
        assertEquals(new Condition.In("a", List.of(1L, 2L)), column("a").in(1, 2L));
        assertEquals(new Condition.In("a", List.of()), column("a").in(List.of()));
        assertEquals(new Condition.Like("a", "50\\%\\_\\\\%"), column("a").startsWith("50%_\\"));
        assertEquals(new Condition.Not(new Condition.IsNull("a")), column("a").notNull());
        refused(
                "The column \"a\" is compared with NULL, which is never true; use isNull or"
                        + " notNull.",
                () -> column("a").in(Arrays.asList(1, null)));
    }
}
