package io.paxosstore.server.front.binary;

import static io.paxosstore.client.table.Col.column;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RejectedException;
import io.paxosstore.client.RowQuery;
import io.paxosstore.client.Slice;
import io.paxosstore.client.table.Decimal;
import io.paxosstore.client.table.Indexed;
import io.paxosstore.client.table.Key;
import io.paxosstore.client.table.Row;
import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** The examples of tables in docs/client.md do what it says beside them. */
@Timeout(60)
final class TableGuideTest {
    private EntityServer server;
    private PaxosStore store;
    private Entity alice;

    @BeforeEach
    void open() throws Exception {
        server = new EntityServer();
        store = server.connect();
        store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY);
        alice = store.entitySpace("inbox", Codec.utf8()).entity("alice");
    }

    @AfterEach
    void close() throws Exception {
        store.close();
        server.close();
    }

    private record Contact(@Key String name, @Indexed @Nullable String city, int age) {}

    @Test
    void records() {
        EntityTable<Contact> contacts = alice.table("contacts", Contact.class);
        assertTrue(contacts.createIfAbsent());
        contacts.insert(new Contact("Ada", "Graz", 36));
        contacts.upsertAll(List.of(new Contact("Bob", "Graz", 17), new Contact("Eve", null, 50)));
        assertEquals(Optional.of(new Contact("Ada", "Graz", 36)), contacts.get("Ada"));
        assertEquals(1, contacts.update().set("city", "Wien").add("age", 1).key("Ada").execute());
        assertTrue(contacts.remove("Bob"));
        Contact ada = new Contact("Ada", "Wien", 37);
        Contact eve = new Contact("Eve", null, 50);

        RowQuery<Contact> adults = contacts.query().where(column("age").atLeast(18));
        assertEquals(List.of(eve, ada), adults.orderBy("city").descending("age").limit(20).list());
        assertEquals(2, adults.count());
        assertEquals(Optional.of(new BigDecimal("87")), adults.sum("age"));
        assertEquals(Optional.of(37L), adults.min("age"));
        assertEquals(
                Optional.of(Row.of("name", "Ada", "age", 37)),
                adults.where(column("city").eq("Wien").or(column("city").isNull()))
                        .select("name", "age")
                        .first());
        List<Contact> seen = new ArrayList<>();
        for (Contact adult : adults.scan().inPagesOf(Page.of(100))) {
            seen.add(adult);
        }
        assertEquals(List.of(ada, eve), seen);
        Slice<Contact> page = adults.page(Page.of(1));
        assertEquals(List.of(ada), page.elements());
        assertEquals(List.of(eve), adults.page(page.next().get(), Page.of(1)).elements());
    }

    @Test
    void rowsAsTheyAre() {
        EntityTable<Row> visits = alice.table("visits");
        visits.create(
                TableSchema.builder()
                        .column("contact", ColumnType.STRING)
                        .column("at", ColumnType.TIMESTAMP)
                        .nullable("note", ColumnType.STRING)
                        .key("contact", "at")
                        .ttl(Duration.ofDays(30))
                        .build());
        visits.insert(Row.of("contact", "Ada", "at", Instant.EPOCH, "note", "tea"));
        assertEquals("tea", visits.get("Ada", Instant.EPOCH).get().getString("note"));
        visits.addColumn(Column.nullable("minutes", ColumnType.INT64));
        assertEquals(
                Row.of("contact", "Ada", "at", Instant.EPOCH, "note", "tea", "minutes", null),
                visits.query().first().orElseThrow());
        visits.renameColumn("minutes", "duration");
        visits.addIndex("by_note", "note");
        visits.rowTtl(Duration.ZERO);
        TableSchema schema = visits.describeTable().orElseThrow().schema();
        assertEquals(List.of("contact", "at", "note", "duration"), schema.columnNames());
        assertTrue(alice.table("visits", schema).remove("Ada", Instant.EPOCH));
        visits.dropIndex("by_note");
        assertEquals(0, visits.size());
    }

    @Test
    void multiOps() {
        EntityTable<Contact> contacts = alice.table("contacts", Contact.class);
        contacts.create();
        for (boolean first : new boolean[] {true, false}) {
            MultiOpOutcome outcome =
                    alice.multiOp()
                            .when(
                                    contacts.ifNoRow("Zoe"),
                                    contacts.ifRows(
                                            column("city").eq("Graz"), Comparison.LESS, 100),
                                    contacts.ifSize(Comparison.LESS, 1))
                            .then(contacts.op().insert(new Contact("Zoe", "Graz", 1)))
                            .otherwise(contacts.op().removeWhere(column("name").eq("Zoe")))
                            .execute();
            assertEquals(first, outcome.guardsHeld());
            assertEquals(first ? 1 : 0, contacts.size());
        }
    }

    private enum Mood {
        GOOD
    }

    private record Everything(
            @Key UUID id,
            @Key short number,
            boolean flag,
            byte tiny,
            float narrow,
            double wide,
            long big,
            @Decimal(precision = 10, scale = 2) @Nullable BigDecimal price,
            Mood mood,
            Instant time) {}

    @Test
    void everyKindOfComponentIsKept() {
        EntityTable<Everything> table = alice.table("everything", Everything.class);
        table.create();
        UUID id = new UUID(1, 2);
        Everything one =
                new Everything(
                        id,
                        (short) -3,
                        true,
                        Byte.MIN_VALUE,
                        0.1f,
                        Double.NEGATIVE_INFINITY,
                        Long.MIN_VALUE,
                        new BigDecimal("-12345678.90"),
                        Mood.GOOD,
                        Instant.parse("1969-07-20T20:17:40.000000001Z"));
        table.insert(one);
        assertEquals(Optional.of(one), table.get(id, -3));
        assertEquals(List.of(one), table.getAll(List.of(List.of(id, -3), List.of(id, 4))));
        assertEquals(1, table.update().set("price", 7).key(id, -3).execute());
        assertEquals(Optional.of(new BigDecimal("7.00")), table.get(id, -3).map(Everything::price));
        assertEquals(1, table.removeAll(List.of(List.of(id, -3), List.of(id, 4))));
        assertEquals(
                Row.of("count(*)", 0, "sum(price)", null),
                table.query().aggregate(Aggregate.countRows(), Aggregate.sum("price")));
    }

    private record Part(@Key String whole, @Key int number) {}

    @Test
    void manyRowsAreRemovedByTheirKeys() {
        EntityTable<Part> parts = alice.table("parts", Part.class);
        parts.create();
        List<List<Object>> ofOne = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            ofOne.add(List.of("a", i));
        }
        parts.insertAll(IntStream.range(0, 5001).mapToObj(i -> new Part("a", i)).toList());
        parts.insertAll(IntStream.range(0, 3).mapToObj(i -> new Part("b", i)).toList());
        assertEquals(
                2, parts.removeAll(List.of(List.of("b", 0), List.of("a", 1), List.of("c", 2))));
        assertEquals(4999, parts.removeAll(ofOne));
        assertEquals(
                List.of(new Part("a", 5000), new Part("b", 1), new Part("b", 2)),
                parts.query().list());
    }

    @Test
    void whatDoesNotFitIsRefusedByName() {
        EntityTable<Contact> contacts = alice.table("contacts", Contact.class);
        assertEquals(
                NotDoneException.Reason.NO_TABLE,
                assertThrows(RejectedException.class, () -> contacts.get("Ada")).reason());
        contacts.create();
        contacts.insert(new Contact("Ada", "Graz", 36));
        assertEquals(
                NotDoneException.Reason.ROW_EXISTS,
                assertThrows(
                                RejectedException.class,
                                () -> contacts.insert(new Contact("Ada", null, 1)))
                        .reason());
        RejectedException wrong =
                assertThrows(
                        RejectedException.class,
                        () -> contacts.update().set("age", "x").key("Ada").execute());
        assertEquals(NotDoneException.Reason.WRONG_COLUMN, wrong.reason());
        assertTrue(String.valueOf(wrong.getMessage()).contains("\"age\""), wrong.getMessage());
        RejectedException none =
                assertThrows(
                        RejectedException.class,
                        () -> contacts.query().where(column("street").eq("x")).count());
        assertEquals(
                "The aggregate on entity \"alice\" of space \"inbox\" was not done:"
                        + " The table \"contacts\" has no column \"street\".",
                none.getMessage());
        assertFalse(contacts.insertIfAbsent(new Contact("Ada", null, 1)));
    }
}
