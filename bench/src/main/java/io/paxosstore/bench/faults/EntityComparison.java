package io.paxosstore.bench.faults;

import io.paxosstore.bench.process.ClusterLayout;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Compares the entities that the replicas hold, object by object and element by element, by local
 * reads at each; nobody may write. Differences may be a matter of time: it waits for them to go.
 */
final class EntityComparison {
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Page PAGE = Page.of(1000);
    private static final byte[] FIRST = {};

    /** What stands for an entity itself among its objects. */
    private static final String WHOLE = "";

    private final ClusterLayout layout;
    private final int space;

    EntityComparison(ClusterLayout layout, int space) {
        this.layout = layout;
        this.space = space;
    }

    /**
     * Waits until all replicas hold the same.
     *
     * @return the differences that are left when the time is over; empty when there are none
     */
    List<String> awaitEqual(List<String> entities, Duration limit)
            throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            List<String> different = differences(entities);
            if (different.isEmpty() || System.nanoTime() - deadline > 0) {
                return different;
            }
            Thread.sleep(PAUSE);
        }
    }

    private List<String> differences(List<String> entities) throws IOException {
        List<String> sentences = new ArrayList<>();
        for (String entity : entities) {
            SortedMap<Integer, Map<String, String>> held = new TreeMap<>();
            for (ClusterLayout.Node node : layout.nodes()) {
                try (NodeClient reader = new NodeClient(node.clientPort(), space)) {
                    held.put(node.id(), objects(reader, entity));
                }
            }
            TreeSet<String> names = new TreeSet<>();
            held.values().forEach(objects -> names.addAll(objects.keySet()));
            for (String name : names) {
                long different = held.values().stream().map(of -> of.get(name)).distinct().count();
                if (different > 1) {
                    StringBuilder sentence = new StringBuilder(entity + " " + name + ":");
                    held.forEach((node, objects) ->
                            sentence.append(" replica ")
                                    .append(node)
                                    .append(" holds ")
                                    .append(objects.get(name))
                                    .append(';'));
                    sentences.add(sentence.toString());
                }
            }
        }
        return sentences;
    }

    /** What a node holds of an entity: for each object its size and checksum. */
    private static Map<String, String> objects(NodeClient reader, String entity)
            throws IOException {
        Map<String, String> objects = new TreeMap<>();
        Answer answer = read(reader, entity, new ObjectOperation.Names("", Page.LARGEST));
        objects.put(WHOLE, answer.says());
        if (answer.result() instanceof Result.Names names) {
            for (Result.Name one : names.names()) {
                objects.put(one.name(), object(reader, entity, one));
                if (one.type() == ObjectType.TABLE) {
                    objects.putAll(indexes(reader, entity, one.name()));
                }
            }
        }
        return objects;
    }

    private static String object(NodeClient reader, String entity, Result.Name object)
            throws IOException {
        Function<Result, @Nullable Operation> following = page -> following(object, page);
        return object.type().word() + pages(reader, entity, first(object), following);
    }

    /** What a table's indexes of one column find; for each the number of pages and checksum. */
    private static Map<String, String> indexes(NodeClient reader, String entity, String table)
            throws IOException {
        Map<String, String> found = new TreeMap<>();
        Answer answer = read(reader, entity, new TableOperation.Describe(table));
        if (answer.result() instanceof Result.Table described && described.schema() != null) {
            TableSchema schema = described.schema();
            for (TableIndex index : schema.indexes()) {
                String column = index.columns().getFirst();
                Condition any =
                        new Condition.Compare(column, Comparison.AT_LEAST, least(schema, column));
                found.put(
                        table + " by " + index.name(),
                        "rows"
                                + pages(
                                        reader,
                                        entity,
                                        rows(table, any, null),
                                        page -> following(table, any, page)));
            }
        }
        return found;
    }

    /** No value of the column is less; so the rows of all values are found in the index. */
    private static Object least(TableSchema schema, String column) {
        return switch (schema.columns().get(schema.indexOf(column)).type()) {
            case BOOL -> false;
            case INT64 -> Long.MIN_VALUE;
            case FLOAT64 -> Double.NEGATIVE_INFINITY;
            case DECIMAL -> new BigDecimal("-1e30");
            case STRING -> "";
            case BYTES -> FIRST;
            case TIMESTAMP -> Instant.EPOCH;
        };
    }

    /** Reads page by page; their number and checksum. */
    private static String pages(
            NodeClient reader,
            String entity,
            Operation first,
            Function<Result, @Nullable Operation> following)
            throws IOException {
        CRC32C checksum = new CRC32C();
        int pages = 0;
        Operation next = first;
        while (next != null) {
            Answer answer = read(reader, entity, next);
            if (answer.result() == null) {
                return answer.says();
            }
            checksum.update(answer.bytes());
            pages++;
            next = following.apply(answer.result());
        }
        return " of %d pages with checksum %08x".formatted(pages, checksum.getValue());
    }

    private static Operation first(Result.Name object) {
        String name = object.name();
        return switch (object.type()) {
            case VALUE -> new ValueOperation.Get(name);
            case LIST -> new ListOperation.Range(name, 0, -1, PAGE);
            case QUEUE -> new QueueOperation.Read(name, 0, PAGE);
            case SET -> new SetOperation.Scan(name, FIRST, null, PAGE);
            case SORTED_SET -> members(name, null);
            case MAP, STREAM -> fields(object, FIRST);
            case TABLE -> rows(name, Condition.all(), null);
        };
    }

    private static Operation fields(Result.Name object, byte[] from) {
        return object.type() == ObjectType.STREAM
                ? new StreamOperation.Scan(object.name(), from, null, false, PAGE)
                : new MapOperation.Scan(object.name(), from, null, PAGE);
    }

    private static Operation members(String name, byte @Nullable [] next) {
        return new SortedSetOperation.Range(name, SortedSetRange.ALL, false, 0, next, PAGE);
    }

    private static @Nullable Operation following(Result.Name object, Result page) {
        String name = object.name();
        return switch (page) {
            case Result.Elements list when list.next() != Result.NO_NEXT ->
                    new ListOperation.Range(name, list.next(), -1, PAGE);
            case Result.Entries queue when !queue.entries().isEmpty() ->
                    new QueueOperation.Read(name, queue.next(), PAGE);
            case Result.Members set when set.next() != null ->
                    new SetOperation.Scan(name, set.next(), null, PAGE);
            case Result.ScoredMembers set when set.next() != null -> members(name, set.next());
            case Result.Fields fields when fields.next() != null -> fields(object, fields.next());
            case Result.Rows table -> following(name, Condition.all(), table);
            default -> null;
        };
    }

    private static @Nullable Operation following(String table, Condition where, Result page) {
        return page instanceof Result.Rows rows && rows.next() != null
                ? rows(table, where, rows.next())
                : null;
    }

    /** All columns in the order of the key: main and delta table together. */
    private static Operation rows(String name, Condition where, byte @Nullable [] cursor) {
        return new TableOperation.Scan(
                name, new TableQuery(List.of(), where, List.of(), 0, PAGE, cursor));
    }

    /**
     * A node's answer.
     *
     * @param result null if it gives none
     * @param bytes the whole answer, the entity's version included
     * @param says for people
     */
    @SuppressWarnings("ArrayRecordComponent") // goes into a checksum
    private record Answer(@Nullable Result result, byte[] bytes, String says) {}

    private static Answer read(NodeClient reader, String entity, Operation operation)
            throws IOException {
        Response response = reader.read(entity, MultiOp.of(operation));
        if (!(response instanceof Response.EntityResult found)) {
            return new Answer(null, FIRST, response.toString());
        }
        try {
            MultiOpResult result = ModelCodec.decodeResult(ByteBuffer.wrap(found.result()));
            return result instanceof MultiOpResult.Executed executed
                    ? new Answer(
                            executed.results().getFirst(),
                            found.result(),
                            "version %d, objects %s"
                                    .formatted(executed.version(), executed.results()))
                    : new Answer(null, FIRST, result.toString());
        } catch (MalformedModelException e) {
            throw new IOException("a node's answer makes no sense", e);
        }
    }
}
