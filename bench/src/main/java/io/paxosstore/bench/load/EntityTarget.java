package io.paxosstore.bench.load;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.EntityQueue;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.EntityValue;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.ResultLostException;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The entities of a space, each with an object of every model, through one client library of its
 * own. Thread-safe.
 */
public final class EntityTarget implements LoadTarget {
    /** So many elements each object begins with, and a read of a list or queue returns at most. */
    public static final int ELEMENTS = 10;

    private static final Page PAGE = Page.of(ELEMENTS);

    /** Different members of a set, fields of a map and rows of a table. */
    private static final int MEMBERS = 100;

    /** Queues keep so many messages, so that a long run does not grow them for ever. */
    private static final int MESSAGES_KEPT = 1_000;

    /** By so much the version of an entity grows with each entry. */
    private static final int VERSIONS_OF_ENTRY = 65_536;

    private final PaxosStore store;
    private final EntitySpace<byte[]> space;

    private EntityTarget(PaxosStore store, EntitySpace<byte[]> space) {
        this.store = store;
        this.space = space;
    }

    /**
     * Connects and creates the space if it is absent.
     *
     * @param addresses {@code host:port,...}
     * @param deadline of each operation, retries included
     * @throws io.paxosstore.client.PaxosStoreException when the cluster cannot be reached
     */
    public static EntityTarget connect(
            String addresses, String space, ReadMode readMode, Duration deadline) {
        return TargetClient.connect(
                addresses,
                deadline,
                store -> {
                    store.createSpaceIfAbsent(space, SpaceKind.ENTITY);
                    EntitySpace<byte[]> handle =
                            store.entitySpace(space, Codec.bytes())
                                    .with(CallOptions.DEFAULT.readMode(readMode));
                    return new EntityTarget(store, handle);
                });
    }

    @Override
    public CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value) {
        Entity entity = space.entity(key);
        return switch (kind) {
            case ENQUEUE -> queue(entity).enqueueAsync(value);
            case QUEUE_READ -> queue(entity).readAsync(1, PAGE);
            case LIST_APPEND -> entity.list("list", Codec.bytes()).appendAsync(value);
            case LIST_RANGE -> entity.list("list", Codec.bytes()).rangeAsync(0, -1, PAGE);
            case SET_ADD -> entity.set("set", Codec.utf8()).addAsync(member(value));
            case SET_CONTAINS -> entity.set("set", Codec.utf8()).containsAsync(member(value));
            case MAP_PUT -> map(entity).putAsync(member(value), value);
            case MAP_GET -> map(entity).getAsync(member(value));
            case VALUE_PUT -> value(entity).putAsync(value);
            case VALUE_GET -> value(entity).getAsync();
            case COUNTER -> counter(key).incrementAsync(1);
            case TABLE_UPSERT -> table(entity).upsertAsync(row(member(value), value));
            case TABLE_UPDATE ->
                    table(entity).update().add("uses", 1).key(filled(value)).executeAsync();
            case TABLE_GET -> table(entity).getAsync(filled(value));
            case TABLE_SCAN -> table(entity).query().limit(PAGE.elements()).listAsync();
            case MULTI_OP ->
                    entity.multiOp()
                            .when(value(entity).ifExists())
                            .then(queue(entity).op().enqueue(value), counter(key).op().increment(1))
                            .otherwise(counter(key).op().increment(1))
                            .executeAsync();
            case READ, WRITE -> throw new IllegalArgumentException(kind + " is not of entities");
        };
    }

    /** The counter of an entity. */
    EntityValue<Long> counter(byte[] key) {
        return space.entity(key).value("counter", Codec.longs());
    }

    /** How many entries an entity has had. */
    long entries(byte[] key) {
        return space.entity(key).version() / VERSIONS_OF_ENTRY;
    }

    @Override
    public CompletableFuture<?> fill(byte[] key, byte[] value) {
        Entity entity = space.entity(key);
        List<byte[]> elements = Collections.nCopies(PAGE.elements(), value);
        List<String> members = new ArrayList<>();
        Map<String, byte[]> fields = new TreeMap<>();
        List<TargetRow> rows = new ArrayList<>();
        for (int number = 0; number < PAGE.elements(); number++) {
            members.add(member(number));
            fields.put(member(number), value);
            rows.add(row(member(number), value));
        }
        return entity.multiOp()
                .then(
                        queue(entity).op().retain(MESSAGES_KEPT, Duration.ZERO),
                        queue(entity).op().enqueueAll(elements),
                        entity.list("list", Codec.bytes()).op().appendAll(elements),
                        entity.set("set", Codec.utf8()).op().addAll(members),
                        map(entity).op().putAll(fields),
                        value(entity).op().put(value),
                        table(entity).op().createIfAbsent(),
                        table(entity).op().upsertAll(rows))
                .executeAsync();
    }

    private static EntityQueue<byte[]> queue(Entity entity) {
        return entity.queue("queue", Codec.bytes());
    }

    private static EntityMap<String, byte[]> map(Entity entity) {
        return entity.map("map", Codec.utf8(), Codec.bytes());
    }

    private static EntityValue<byte[]> value(Entity entity) {
        return entity.value("value", Codec.bytes());
    }

    private static EntityTable<TargetRow> table(Entity entity) {
        return entity.table("table", TargetRow.class);
    }

    private static TargetRow row(String id, byte[] value) {
        return new TargetRow(id, 0, value);
    }

    /** The member of a set, or the field of a map, that an operation with this value is about. */
    public static String member(byte[] value) {
        return member(value, MEMBERS);
    }

    /** One that is there from the beginning. */
    private static String filled(byte[] value) {
        return member(value, PAGE.elements());
    }

    private static String member(byte[] value, int of) {
        long chosen = value.length < Long.BYTES ? 0 : ByteBuffer.wrap(value).getLong();
        return member((int) Long.remainderUnsigned(chosen, of));
    }

    /** One of those, or one that an object begins with: from 0. */
    public static String member(int number) {
        return "member-" + number;
    }

    @Override
    public boolean isUnknown(Throwable failure) {
        return failure instanceof OutcomeUnknownException || failure instanceof ResultLostException;
    }

    @Override
    public void close() {
        store.close();
    }
}
