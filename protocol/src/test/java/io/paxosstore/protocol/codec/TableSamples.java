package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One of everything of tables, with the bytes it has for ever. */
final class TableSamples {
    private TableSamples() {}

    static TableSchema schema() {
        return TableSchema.builder()
                .column("id", ColumnType.INT64)
                .nullable("s", ColumnType.STRING)
                .column(Column.decimal("d", 10, 2).orNull())
                .key("id")
                .index("i", "s", "d")
                .ttl(Duration.ofSeconds(1))
                .build();
    }

    /** One cell of each type, and NULL. */
    private static List<@Nullable Object> cells() {
        return Arrays.asList(
                true,
                -2L,
                1.5,
                new BigDecimal("-1.28"),
                "ä",
                new byte[] {0, -1},
                Instant.ofEpochSecond(-1, 300),
                null);
    }

    private static List<@Nullable Object> nullAnd(Object value) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(null);
        row.add(value);
        return row;
    }

    private static Condition condition() {
        return new Condition.And(
                List.of(
                        new Condition.Compare("a", Comparison.AT_LEAST, 18L),
                        new Condition.Or(
                                List.of(
                                        new Condition.In("s", List.of("x", "y")),
                                        new Condition.Like("s", "x%"),
                                        new Condition.Not(new Condition.IsNull("s"))))));
    }

    static Map<Operation, String> operations() {
        Map<Operation, String> all = new LinkedHashMap<>();
        all.put(
                new TableOperation.Create("o", schema(), true),
                "70016f03026964020001730501016404010a02010269640101690201730164e80701");
        all.put(
                new TableOperation.Alter(
                        "o", new TableChange.AddColumn(Column.nullable("n", ColumnType.TIMESTAMP))),
                "71016f01016e0701");
        all.put(
                new TableOperation.Alter("o", new TableChange.RenameColumn("a", "b")),
                "71016f0201610162");
        all.put(
                new TableOperation.Alter(
                        "o", new TableChange.AddIndex(TableIndex.on("i", "a", "b"))),
                "71016f0301690201610162");
        all.put(new TableOperation.Alter("o", new TableChange.DropIndex("i")), "71016f040169");
        all.put(new TableOperation.Alter("o", new TableChange.SetTtl(1000)), "71016f05e807");
        all.put(new TableOperation.Describe("o"), "72016f");
        all.put(
                new TableOperation.Insert(
                        "o",
                        List.of("a", "b", "c", "d", "e", "f", "g", "h"),
                        List.of(cells()),
                        TableOperation.Present.REPLACE,
                        1000),
                "73016f08016101620163016401650166016701680101010203033ff8000000000000040401800502c3a4060200ff0701ac020002e807");
        all.put(
                new TableOperation.Update(
                        "o",
                        List.of(
                                new Assignment.Set("a", null),
                                new Assignment.Set("b", "x"),
                                new Assignment.Add("c", -1L)),
                        condition(),
                        1),
                "74016f0301016100010162050178020163020105020101610602240603020173020501780501790301730278250704017301");
        all.put(new TableOperation.Delete("o", Condition.all(), 300), "75016f0500ac02");
        all.put(
                new TableOperation.Get(
                        "o", List.of(List.of(1L, "x"), List.of(2L, "y")), List.of("a")),
                "76016f020202020501780204050179010161");
        all.put(new TableOperation.Get("o", List.of(), List.of()), "76016f000000");
        all.put(
                new TableOperation.Scan(
                        "o",
                        new TableQuery(
                                List.of("a", "b"),
                                new Condition.Compare("a", Comparison.EQUAL, 0.0),
                                List.of(Order.ascending("a"), Order.descending("b")),
                                20,
                                new Page(10, 300),
                                new byte[] {7})),
                "77016f02016101620101610103000000000000000002016100016201140aac02010107");
        all.put(
                new TableOperation.Scan(
                        "o",
                        new TableQuery(
                                List.of(), Condition.all(), List.of(), 0, new Page(1, 1), null)),
                "77016f0005000000010100");
        all.put(
                new TableOperation.Compute(
                        "o",
                        List.of(
                                Aggregate.countRows(),
                                Aggregate.count("a"),
                                Aggregate.sum("a"),
                                Aggregate.min("a"),
                                Aggregate.max("a"),
                                Aggregate.avg("a")),
                        Condition.all()),
                "78016f0601000101610201610301610401610501610500");
        all.put(new TableOperation.Tend("o", 300), "79016fac02");
        return all;
    }

    static Map<Guard, String> guards() {
        return Map.of(
                new Guard.Rows("o", condition(), Comparison.LESS, 100),
                "08016f05020101610602240603020173020501780501790301730278250704017303c801");
    }

    static Map<Result, String> results() {
        Map<Result, String> all = new LinkedHashMap<>();
        all.put(
                new Result.Table(schema(), 300, List.of("i")),
                "120103026964020001730501016404010a02010269640101690201730164e807ac02010169");
        all.put(new Result.Table(null, 0, List.of()), "12000000");
        all.put(
                new Result.Rows(
                        List.of("a", "sum(b)"),
                        List.of(List.of(1L, Double.NaN), nullAnd(-0.0)),
                        new byte[] {7}),
                "130201610673756d286229020202037ff800000000000000038000000000000000010107");
        all.put(new Result.Rows(List.of("a"), List.of(), null), "130101610000");
        return all;
    }

    static Map<Failure, String> failures() {
        Map<Failure, String> all = new LinkedHashMap<>();
        all.put(new Failure.NoTable("o"), "06016f");
        all.put(new Failure.TableExists("o"), "07016f");
        all.put(new Failure.NoColumn("o", "c"), "08016f0163");
        all.put(
                new Failure.WrongColumn("o", "c", "int64", "'x'"),
                "09016f016305696e74363403277827");
        all.put(new Failure.RowExists("o", "1"), "0a016f0131");
        all.put(new Failure.InvalidTable("o", "No."), "0b016f034e6f2e");
        return all;
    }
}
