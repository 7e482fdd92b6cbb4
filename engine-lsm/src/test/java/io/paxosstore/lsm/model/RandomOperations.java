package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableSchema;
import io.paxosstore.protocol.model.Target;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.table.RandomTableOperations;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/** Random operations over few names, members and values, so that they meet one another. */
public final class RandomOperations {
    private static final ObjectType[] TYPES = ObjectType.values();
    private static final Comparison[] COMPARISONS = Comparison.values();

    private final Random random;
    private final RandomTableOperations tables;
    private final RandomSortedSetOperations sortedSets;
    private final Map<String, TableSchema> schemas = new HashMap<>();
    private @Nullable Function<String, @Nullable TableSchema> known;

    public RandomOperations(Random random) {
        this.random = random;
        this.tables = new RandomTableOperations(random);
        this.sortedSets = new RandomSortedSetOperations(random, this::key, this::page);
    }

    /** Says what schemas tables have; without, all of one name are created with the same one. */
    public void known(Function<String, @Nullable TableSchema> schemasNow) {
        known = schemasNow;
    }

    /** An operation was executed: if it has more pages, one of the next operations may go on. */
    public void saw(Operation operation, Result result) {
        if (operation instanceof TableOperation.Scan scan && result instanceof Result.Rows page) {
            tables.saw(scan, page);
        } else if (operation instanceof SortedSetOperation.Range range) {
            sortedSets.saw(range, (Result.ScoredMembers) result);
        }
    }

    /** An operation, mostly of this model, sometimes on an object of another. */
    public Operation operation(ObjectType type) {
        int dice = random.nextInt(100);
        if (dice < 4) {
            return objectOperation(name(type), name(random.nextInt(4) == 0 ? anyType() : type));
        }
        String name = name(dice < 6 ? anyType() : type);
        return switch (type) {
            case VALUE -> valueOperation(name);
            case LIST -> listOperation(name);
            case QUEUE -> queueOperation(name);
            case SET -> setOperation(name);
            case SORTED_SET -> sortedSets.operation(name);
            case MAP -> mapOperation(name);
            case STREAM -> streamOperation(name);
            case TABLE -> tableOperation(name);
        };
    }

    /** A MultiOp over objects of all models. */
    public MultiOp multiOp(long version) {
        List<Guard> guards = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            guards.add(guard(version));
        }
        return new MultiOp(guards, operations(), operations());
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            operations.add(operation(anyType()));
        }
        return operations;
    }

    public ObjectType anyType() {
        return TYPES[random.nextInt(TYPES.length)];
    }

    /** One of three names per model; now and then an object of one has the name of another. */
    private String name(ObjectType type) {
        return type.word() + "-" + random.nextInt(3);
    }

    private ObjectOperation objectOperation(String name, String other) {
        return switch (random.nextInt(6)) {
            case 0 -> new ObjectOperation.Delete(name);
            case 1 -> new ObjectOperation.Expire(name, ttl());
            case 2, 3 -> new ObjectOperation.Describe(name);
            case 4 -> new ObjectOperation.Rename(name, other);
            default ->
                    new ObjectOperation.Names(
                            random.nextBoolean() ? "" : name, Page.of(1 + random.nextInt(6)));
        };
    }

    private ValueOperation valueOperation(String name) {
        return switch (random.nextInt(6)) {
            case 0 -> new ValueOperation.Put(name, value(), ttl());
            case 1 -> new ValueOperation.CompareAndSet(name, value(), value(), ttl());
            case 2 ->
                    new ValueOperation.CompareVersionAndSet(
                            name, random.nextInt(2), value(), ttl());
            case 3, 4 ->
                    new ValueOperation.Increment(
                            name,
                            random.nextInt(50) == 0 ? Long.MAX_VALUE : random.nextInt(-5, 6),
                            ttl());
            default -> new ValueOperation.Get(name);
        };
    }

    private ListOperation listOperation(String name) {
        return switch (random.nextInt(12)) {
            case 0, 1 -> new ListOperation.Prepend(name, elements());
            case 2, 3, 4 -> new ListOperation.Append(name, elements());
            case 5 -> new ListOperation.Index(name, index());
            case 6, 7 -> new ListOperation.Range(name, index(), index(), page());
            case 8 ->
                    random.nextInt(4) == 0
                            ? new ListOperation.Trim(name, index(), index())
                            : new ListOperation.Trim(
                                    name, random.nextInt(4), -random.nextInt(1, 4));
            case 9 -> new ListOperation.PopFirst(name, page());
            case 10 -> new ListOperation.PopLast(name, page());
            default -> new ListOperation.Length(name);
        };
    }

    private QueueOperation queueOperation(String name) {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> new QueueOperation.Enqueue(name, elements());
            case 4, 5, 6 -> new QueueOperation.Read(name, random.nextInt(200), page());
            case 7 -> new QueueOperation.Peek(name);
            case 8, 9 -> new QueueOperation.Acknowledge(name, random.nextInt(200));
            case 10 ->
                    random.nextInt(8) == 0
                            ? new QueueOperation.Retain(
                                    name, random.nextInt(3) * 20L, random.nextInt(3) * 300L)
                            : new QueueOperation.Length(name);
            default -> new QueueOperation.Length(name);
        };
    }

    private SetOperation setOperation(String name) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> new SetOperation.Add(name, keys());
            case 3, 4 -> new SetOperation.Remove(name, keys());
            case 5 -> new SetOperation.Contains(name, key());
            case 6 -> new SetOperation.Cardinality(name);
            case 7 -> new SetOperation.Random(name, random.nextLong());
            default -> new SetOperation.Scan(name, key(), optionalKey(), page());
        };
    }

    private MapOperation mapOperation(String name) {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> new MapOperation.Put(name, fields(), ttl());
            case 3, 4 -> new MapOperation.Remove(name, keys());
            case 5, 6 -> new MapOperation.Get(name, keys());
            case 7, 8 ->
                    new MapOperation.CompareAndSet(
                            name, key(), random.nextBoolean() ? null : value(), value(), ttl());
            case 9 -> new MapOperation.Increment(name, key(), random.nextInt(-5, 6));
            case 10, 11 -> new MapOperation.Scan(name, key(), optionalKey(), page());
            case 12 -> new MapOperation.RemoveExpired(name, 1 + random.nextInt(5));
            default -> new MapOperation.Size(name);
        };
    }

    private StreamOperation streamOperation(String name) {
        return switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> new StreamOperation.Put(name, fields());
            case 4 -> new StreamOperation.Remove(name, keys());
            case 5, 6 -> new StreamOperation.Get(name, keys());
            case 7, 8 -> new StreamOperation.Scan(name, key(), optionalKey(), true, page());
            case 9, 10 -> new StreamOperation.Scan(name, key(), optionalKey(), false, page());
            case 11, 12 ->
                    new StreamOperation.RemoveFirst(
                            name,
                            key(),
                            optionalKey(),
                            (long) random.nextInt(8) * random.nextInt(8));
            default -> new StreamOperation.Size(name);
        };
    }

    private TableSchema schema(String name) {
        Function<String, @Nullable TableSchema> now = known;
        TableSchema schema = now == null ? null : now.apply(name);
        return schema == null ? schemas.computeIfAbsent(name, _ -> tables.schema()) : schema;
    }

    private TableOperation tableOperation(String name) {
        TableSchema schema = schema(name);
        if (random.nextInt(8) > 0) {
            return tables.operation(name, schema);
        }
        boolean other = known != null && random.nextInt(4) == 0;
        return new TableOperation.Create(
                name, other ? tables.schema() : schema, random.nextInt(4) > 0);
    }

    private Guard guard(long version) {
        ObjectType type = anyType();
        String name = name(type);
        boolean field = type == ObjectType.MAP;
        Target target = field ? Target.field(name, key()) : Target.object(name);
        Target readable = field ? target : Target.object(name(ObjectType.VALUE));
        return switch (random.nextInt(10)) {
            case 0 -> new Guard.Exists(target);
            case 1 -> new Guard.Absent(target);
            case 2 -> new Guard.Equal(readable, value());
            case 3 ->
                    new Guard.Compare(
                            readable,
                            COMPARISONS[random.nextInt(COMPARISONS.length)],
                            random.nextInt(-3, 4));
            case 4 -> new Guard.Version(Math.max(0, version - random.nextInt(2)));
            case 5 -> new Guard.Contains(name(ObjectType.SET), key());
            case 6 -> {
                String table = random.nextInt(10) == 0 ? name : name(ObjectType.TABLE);
                yield new Guard.Rows(
                        table,
                        tables.condition(schema(table)),
                        COMPARISONS[random.nextInt(COMPARISONS.length)],
                        random.nextInt(10));
            }
            default ->
                    new Guard.Size(
                            random.nextInt(10) == 0 ? name(anyType()) : name(sized()),
                            COMPARISONS[random.nextInt(COMPARISONS.length)],
                            random.nextInt(10));
        };
    }

    private ObjectType sized() {
        return switch (random.nextInt(3)) {
            case 0 -> ObjectType.LIST;
            case 1 -> ObjectType.SORTED_SET;
            default -> ObjectType.TABLE;
        };
    }

    private long index() {
        return random.nextInt(30) == 0
                ? (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE)
                : random.nextInt(-12, 13);
    }

    private Page page() {
        return new Page(1 + random.nextInt(12), 1 + random.nextInt(60));
    }

    private long ttl() {
        return random.nextInt(3) == 0 ? 1 + random.nextInt(400) : 0;
    }

    private byte[] value() {
        return random.nextInt(3) == 0
                ? Latin1.bytes(Integer.toString(random.nextInt(-3, 4)))
                : bytes(random.nextInt(12));
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private List<byte[]> elements() {
        List<byte[]> elements = new ArrayList<>();
        for (int i = random.nextInt(7); i > 0; i--) {
            elements.add(bytes(random.nextInt(12)));
        }
        return elements;
    }

    /** One of some 80 keys; among them the empty one, prefixes of others, and bytes over 127. */
    private byte[] key() {
        byte[] key = new byte[random.nextInt(4)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(4) * 85);
        }
        return key;
    }

    private byte @Nullable [] optionalKey() {
        return random.nextBoolean() ? key() : null;
    }

    private List<byte[]> keys() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            keys.add(key());
        }
        return keys;
    }

    private List<MapOperation.Field> fields() {
        List<MapOperation.Field> fields = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            fields.add(new MapOperation.Field(key(), value()));
        }
        return fields;
    }
}
