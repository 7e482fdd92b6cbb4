package io.paxosstore.bench.micro;

import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.protocol.model.ValueOperation;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The operations whose cost {@link ModelBenchmark} measures. */
public enum ModelOperation {
    /** Adds an element of 100 bytes to a list and takes the first one away. */
    LIST_APPEND_POP,
    /** Reads the last 10 elements of a list. */
    LIST_RANGE,
    /** Adds a message of 100 bytes to a queue that keeps 100. */
    QUEUE_ENQUEUE,
    /** Reads the last 10 messages of a queue. */
    QUEUE_READ,
    /** Adds one of 100 members to a set, or removes it. */
    SET_ADD_REMOVE,
    /** Looks for a member. */
    SET_CONTAINS,
    /** Puts one of 100 fields of a map, 100 bytes. */
    MAP_PUT,
    /** Reads a field. */
    MAP_GET,
    /** Increments a field. */
    MAP_INCREMENT,
    /** Puts a value of 100 bytes. */
    VALUE_PUT,
    /** Reads a value. */
    VALUE_GET,
    /** Increments a value. */
    VALUE_INCREMENT,
    /** Inserts a row of 100 bytes into a table of 100, and removes the oldest. */
    TABLE_INSERT,
    /** Adds to a number of one of 100 rows. */
    TABLE_UPDATE,
    /** Reads one of 100 rows by its key. */
    TABLE_GET;

    private static final int ELEMENT_BYTES = 100;
    private static final int ELEMENTS = 100;
    private static final int READ = 10;
    private static final Page PAGE = Page.of(READ);
    private static final TableSchema TABLE =
            TableSchema.builder()
                    .column("id", ColumnType.INT64)
                    .column("uses", ColumnType.INT64)
                    .column("content", ColumnType.BYTES)
                    .key("id")
                    .build();

    /** What fills an entity: 100 elements, members and fields. */
    static List<Operation> filling() {
        List<byte[]> elements =
                IntStream.range(0, ELEMENTS).mapToObj(ModelOperation::element).toList();
        List<byte[]> members =
                IntStream.range(0, ELEMENTS).mapToObj(ModelOperation::member).toList();
        List<MapOperation.Field> fields =
                members.stream().map(name -> new MapOperation.Field(name, element(1))).toList();
        return List.of(
                new ListOperation.Append("list", elements),
                new QueueOperation.Retain("queue", ELEMENTS, 0),
                new QueueOperation.Enqueue("queue", elements),
                new SetOperation.Add("set", members),
                new MapOperation.Put("map", fields, 0),
                new ValueOperation.Put("value", element(1), 0),
                new TableOperation.Create("table", TABLE, false),
                insert("table", 0, ELEMENTS),
                new TableOperation.Create("window", TABLE, false),
                insert("window", 0, ELEMENTS));
    }

    /**
     * The operations of one call.
     *
     * @param number of the call; the entity has had so many
     */
    List<Operation> of(long number) {
        byte[] member = member((int) (number % ELEMENTS));
        byte[] element = element(number);
        return switch (this) {
            case LIST_APPEND_POP ->
                    List.of(
                            new ListOperation.Append("list", List.of(element)),
                            new ListOperation.PopFirst("list", Page.of(1)));
            case LIST_RANGE -> List.of(new ListOperation.Range("list", -READ, -1, PAGE));
            case QUEUE_ENQUEUE -> List.of(new QueueOperation.Enqueue("queue", List.of(element)));
            case QUEUE_READ ->
                    List.of(new QueueOperation.Read("queue", ELEMENTS - READ + 1L, PAGE));
            case SET_ADD_REMOVE ->
                    List.of(
                            number / ELEMENTS % 2 == 0
                                    ? new SetOperation.Remove("set", List.of(member))
                                    : new SetOperation.Add("set", List.of(member)));
            case SET_CONTAINS -> List.of(new SetOperation.Contains("set", member));
            case MAP_PUT ->
                    List.of(
                            new MapOperation.Put(
                                    "map", List.of(new MapOperation.Field(member, element)), 0));
            case MAP_GET -> List.of(new MapOperation.Get("map", List.of(member)));
            case MAP_INCREMENT -> List.of(new MapOperation.Increment("counters", member, 1));
            case VALUE_PUT -> List.of(new ValueOperation.Put("value", element, 0));
            case VALUE_GET -> List.of(new ValueOperation.Get("value"));
            case VALUE_INCREMENT -> List.of(new ValueOperation.Increment("counter", 1, 0));
            case TABLE_INSERT ->
                    List.of(
                            insert("window", ELEMENTS + number, 1),
                            new TableOperation.Delete("window", ofRow(number), 0));
            case TABLE_UPDATE ->
                    List.of(
                            new TableOperation.Update(
                                    "table",
                                    List.of(new Assignment.Add("uses", 1L)),
                                    ofRow(number % ELEMENTS),
                                    0));
            case TABLE_GET ->
                    List.of(
                            new TableOperation.Get(
                                    "table", List.of(List.of(number % ELEMENTS)), List.of()));
        };
    }

    private static Operation insert(String table, long first, int count) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (long id = first; id < first + count; id++) {
            rows.add(List.of(id, 0L, element(id)));
        }
        return new TableOperation.Insert(
                table, TABLE.columnNames(), rows, TableOperation.Present.FAIL, 0);
    }

    private static Condition ofRow(long id) {
        return new Condition.Compare("id", Comparison.EQUAL, id);
    }

    private static byte[] member(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    private static byte[] element(long number) {
        return ByteBuffer.allocate(ELEMENT_BYTES).putLong(number).array();
    }
}
