package io.paxosstore.client;

import static io.paxosstore.client.table.Col.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.table.Indexed;
import io.paxosstore.client.table.Key;
import io.paxosstore.client.table.Row;
import io.paxosstore.client.table.RowMapper;
import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** What handles of tables ask for, and what they make of the answers. */
@Timeout(60)
final class EntityTableTest {
    private record Contact(@Key String name, @Indexed @Nullable String city, int age) {}

    private static final Contact ADA = new Contact("Ada", "Graz", 36);
    private static final Contact BOB = new Contact("Bob", null, 20);

    private final FakeCluster cluster = new FakeCluster(1);
    private final PaxosStore store = cluster.connect();
    private Entity alice;

    @BeforeEach
    void open() {
        var unused = store.createSpaceIfAbsent("people", SpaceKind.ENTITY);
        alice = store.entity("people", "alice");
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    private EntityTable<Contact> contacts() {
        return alice.table("contacts", Contact.class);
    }

    @Test
    void recordsAreWrittenAndRead() {
        EntityTable<Contact> contacts = contacts();
        assertEquals(Optional.empty(), contacts.describeTable());
        contacts.create();
        assertFalse(contacts.createIfAbsent());
        contacts.insert(ADA);
        assertTrue(contacts.upsert(BOB));
        assertFalse(contacts.insertIfAbsent(new Contact("Ada", "Wien", 1)));
        assertEquals(Optional.of(ADA), contacts.get("Ada"));
        assertEquals(Optional.empty(), contacts.getAsync("Eve").join());
        assertEquals(List.of(BOB, ADA), contacts.getAll(List.of("Bob", "Eve", List.of("Ada"))));
        TableInfo info = contacts.describeTable().orElseThrow();
        assertEquals(RowMapper.of(Contact.class).schema(), Optional.of(info.schema()));
        assertEquals(List.of("i"), info.incompleteIndexes());
        assertEquals(2, contacts.size());
        assertEquals(1, contacts.update().set("city", "Wien").add("age", 1).key("Ada").execute());
        assertEquals(Optional.of(new Contact("Ada", "Wien", 37)), contacts.get("Ada"));
        assertTrue(contacts.remove("Ada"));
        assertFalse(contacts.removeAsync("Ada").join());
        assertEquals(1, contacts.removeAll(List.of("Ada", "Bob")));
        assertEquals(0, contacts.query().count());
    }

    @Test
    void queriesComeInPages() {
        EntityTable<Contact> contacts = contacts();
        contacts.create();
        List<Contact> many =
                IntStream.range(0, 12_000)
                        .mapToObj(i -> new Contact("%05d".formatted(i), i % 2 == 0 ? "x" : "y", i))
                        .toList();
        contacts.insertAll(many.subList(0, 10_000));
        assertEquals(2_000, contacts.upsertAll(many.subList(10_000, 12_000)));
        assertEquals(many, contacts.query().list());
        assertEquals(many, contacts.query().listAsync().join());
        assertEquals(many.subList(0, 11_000), contacts.query().limit(11_000).list());
        RowQuery<Contact> even = contacts.query().where(column("city").eq("x"));
        assertEquals(6_000, even.count());
        assertEquals(6_000L, even.countAsync().join());
        Slice<Contact> first = even.page(Page.of(2));
        assertEquals(List.of(many.get(0), many.get(2)), first.elements());
        assertEquals(
                List.of(many.get(4)), even.page(first.next().orElseThrow(), Page.of(1)).elements());
        assertEquals(Optional.of(many.get(0)), even.first());
        RowQuery<Contact> late = contacts.query().where(column("age").eq(11_999));
        assertEquals(List.of(), late.page(Page.of(1)).elements(), "many rows were looked at");
        assertEquals(Optional.of(many.get(11_999)), late.first());
        assertEquals(Optional.empty(), even.where(column("age").eq(1)).firstAsync().join());
        assertEquals(
                List.of(Row.of("age", 3, "city", "y")),
                contacts.query().where(column("age").eq(3)).select("age", "city").list());
        Row twice =
                contacts.query()
                        .where(column("age").eq(3))
                        .select("age", "age")
                        .first()
                        .orElseThrow();
        assertEquals(3, twice.getLong("age"));
    }

    @Test
    void whatCannotBeDoneHasItsReason() {
        EntityTable<Contact> contacts = contacts();
        RejectedException noTable =
                assertThrows(RejectedException.class, () -> contacts.insert(ADA));
        assertEquals(NotDoneException.Reason.NO_TABLE, noTable.reason());
        assertEquals(
                "The insert on entity \"alice\" of space \"people\" was not done:"
                        + " There is no table \"contacts\"; create it first.",
                noTable.getMessage());
        contacts.create();
        contacts.insert(ADA);
        assertEquals(
                NotDoneException.Reason.TABLE_EXISTS,
                assertThrows(RejectedException.class, contacts::create).reason());
        RejectedException there =
                assertThrows(RejectedException.class, () -> contacts.insertAll(List.of(BOB, ADA)));
        assertEquals(NotDoneException.Reason.ROW_EXISTS, there.reason());
        assertEquals(new Failure.RowExists("contacts", "Ada"), there.failure());
        NotDoneException tooMany =
                assertThrows(
                        NotDoneException.class,
                        () ->
                                contacts.query()
                                        .where(column("city").eq("x".repeat(1024 * 1024 + 1)))
                                        .count());
        assertEquals(NotDoneException.Reason.LIMIT_EXCEEDED, tooMany.reason());
    }

    @Test
    void rowsOfAnyTableAreWrittenAsTheyAre() {
        TableSchema schema =
                TableSchema.builder()
                        .column("id", ColumnType.STRING)
                        .nullable("n", ColumnType.INT64)
                        .key("id")
                        .build();
        EntityTable<Row> known = alice.table("t", schema);
        known.create();
        EntityTable<Row> unknown = alice.table("t");
        unknown.insertAll(List.of(Row.of("id", "a"), Row.of("n", 2, "id", "b")));
        assertEquals(Optional.of(Row.of("id", "a", "n", null)), unknown.get("a"));
        assertEquals(2L, unknown.query().first().isPresent() ? unknown.size() : 0);
        assertTrue(known.remove("a"));
        assertEquals(
                "This handle of the table \"t\" does not know its schema; name the row by a"
                        + " condition, as column(\"id\").eq(1), or open the table with its schema.",
                assertThrows(IllegalStateException.class, () -> unknown.remove("b")).getMessage());
        assertEquals(1, unknown.removeWhere(column("id").eq("b")));
        assertThrows(IllegalStateException.class, unknown::create);
    }

    @Test
    void stepsSayWhatIsAskedFor() {
        TableOps<Contact> op = contacts().op();
        List<String> columns = List.of("name", "city", "age");
        Condition ada = new Condition.Compare("name", Comparison.EQUAL, "Ada");
        assertEquals(
                new TableOperation.Insert(
                        "contacts",
                        columns,
                        List.of(List.of("Ada", "Graz", 36L)),
                        TableOperation.Present.REPLACE,
                        60_000),
                contacts()
                        .with(CallOptions.DEFAULT.ttl(Duration.ofMinutes(1)))
                        .op()
                        .upsert(ADA)
                        .operation());
        assertEquals(
                new TableOperation.Get("contacts", List.of(List.of("Ada")), columns),
                op.get("Ada").operation());
        assertEquals(new TableOperation.Delete("contacts", ada, 0), op.remove("Ada").operation());
        assertEquals(
                new TableOperation.Delete("contacts", Condition.all(), 5),
                op.removeWhere(Condition.all(), 5).operation());
        assertEquals(
                List.of(
                        new TableChange.AddColumn(Column.nullable("x", ColumnType.BOOL)),
                        new TableChange.RenameColumn("x", "y"),
                        new TableChange.AddIndex(TableIndex.on("i", "y", "age")),
                        new TableChange.DropIndex("i"),
                        new TableChange.SetTtl(1000)),
                List.of(
                                op.addColumn(Column.nullable("x", ColumnType.BOOL)),
                                op.renameColumn("x", "y"),
                                op.addIndex("i", "y", "age"),
                                op.dropIndex("i"),
                                op.rowTtl(Duration.ofSeconds(1)))
                        .stream()
                        .map(step -> ((TableOperation.Alter) step.operation()).change())
                        .toList());
        assertEquals(
                new TableOperation.Update(
                        "contacts",
                        List.of(new Assignment.Set("city", null), new Assignment.Add("age", -1L)),
                        ada.and(column("age").greater(1)),
                        3),
                contacts()
                        .update()
                        .set("city", null)
                        .add("age", -1)
                        .key("Ada")
                        .where(column("age").greater(1))
                        .limit(3)
                        .op()
                        .operation());
    }

    @Test
    void queriesSayWhatIsAskedFor() {
        RowQuery<Contact> query = contacts().query().where(column("age").atLeast(18));
        assertEquals(
                new TableOperation.Scan(
                        "contacts",
                        new TableQuery(
                                List.of("name", "age"),
                                column("age").atLeast(18),
                                List.of(
                                        Order.ascending("age"),
                                        Order.ascending("city"),
                                        Order.descending("name")),
                                20,
                                Page.of(7),
                                null)),
                query.orderBy("age", "city")
                        .descending("name")
                        .limit(20)
                        .select("name", "age")
                        .op(Page.of(7))
                        .operation());
        assertEquals(
                new TableOperation.Compute(
                        "contacts",
                        List.of(Aggregate.countRows(), Aggregate.avg("age")),
                        column("age").atLeast(18)),
                query.op(Aggregate.countRows(), Aggregate.avg("age")).operation());
        assertEquals(
                new Guard.Rows(
                        "contacts",
                        new Condition.Compare("name", Comparison.EQUAL, "Ada"),
                        Comparison.EQUAL,
                        0),
                contacts().ifNoRow("Ada").guard());
    }

    @Test
    void keysOfSeveralColumnsAreFewConditions() {
        TableSchema schema =
                TableSchema.builder()
                        .column("tenant", ColumnType.STRING)
                        .column("id", ColumnType.INT64)
                        .key("tenant", "id")
                        .build();
        TableOps<Row> op = alice.table("t", schema).op();
        assertEquals(
                new TableOperation.Delete(
                        "t", column("tenant").in("a").and(column("id").in(1, 2)), 0),
                op.removeAll(List.of(List.of("a", 1), List.of("a", 2), List.of("a", 1)))
                        .operation());
        Condition one = column("tenant").eq("a").and(column("id").eq(1));
        Condition other = column("tenant").eq("b").and(column("id").eq(2));
        assertEquals(
                new TableOperation.Delete(
                        "t",
                        column("tenant").in("a", "b").and(column("id").in(1, 2)).and(one.or(other)),
                        0),
                op.removeAll(List.of(List.of("a", 1), List.of("b", 2))).operation());
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null analysis does
    void whatMakesNoSenseIsRefusedAtOnce() {
        EntityTable<Contact> contacts = contacts();
        assertEquals(
                "A key of the table \"contacts\" was given 2 values; it has the columns [name].",
                assertThrows(IllegalArgumentException.class, () -> contacts.get("a", "b"))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> contacts.getAll(Arrays.asList("a", null)));
        assertEquals(
                "The update does not say which rows; use key or where, with Condition.all() for"
                        + " all rows.",
                assertThrows(
                                IllegalStateException.class,
                                () -> contacts.update().set("age", 1).execute())
                        .getMessage());
        assertEquals(
                "The update changes nothing; use set or add.",
                assertThrows(
                                IllegalStateException.class,
                                () -> contacts.update().key("Ada").execute())
                        .getMessage());
    }

    @Test
    void aNegativeLimitIsRefusedByItsName() {
        EntityTable<Contact> contacts = contacts();
        List<Executable> calls =
                List.of(
                        () -> contacts.query().limit(-1).count(),
                        () -> contacts.update().set("age", 1).key("Ada").limit(-1).execute(),
                        () -> contacts.removeWhere(Condition.all(), -1));
        for (Executable call : calls) {
            assertEquals(
                    "The limit of rows is -1; use 0 for all, or more.",
                    assertThrows(IllegalArgumentException.class, call).getMessage());
        }
    }
}
