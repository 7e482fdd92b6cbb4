package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntityList;
import io.paxosstore.client.EntityTable;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.table.Key;
import io.paxosstore.core.Effects;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.lsm.entity.EngineData;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.LogicalContent;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.lsm.store.LsmStore;
import io.paxosstore.lsm.store.RawRecords;
import io.paxosstore.lsm.store.RawRecords.Raw;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * Something of an entity is changed in the data of one of three replicas, behind checksums that are
 * right: the comparison of content finds it, names it, and has it rebuilt.
 */
final class ContentRepairTest {
    private static final HexFormat HEX = HexFormat.of();

    record Account(@Key String name, long balance) {}

    /** A way to be wrong. */
    private record Wrong(String what, BiConsumer<LsmStore, EntityKey> change) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static final List<Wrong> WAYS =
            List.of(
                    new Wrong("list element", (store, key) -> flip(store, key, "list")),
                    new Wrong("map value", (store, key) -> flip(store, key, "map")),
                    new Wrong("table row", (store, key) -> flip(store, key, "table")),
                    new Wrong("value", ContentRepairTest::changeValue),
                    new Wrong("set member", ContentRepairTest::changeMember),
                    new Wrong("queue sequence", ContentRepairTest::changeSequence),
                    new Wrong("time to live", ContentRepairTest::changeDeadline),
                    new Wrong(
                            "object missing",
                            (store, key) ->
                                    RawRecords.remove(store, key, KeyLayout.header("list"))));

    private static void changeValue(LsmStore store, EntityKey key) {
        byte[] value = state(store, key, KeyLayout.header("value")).clone();
        value[value.length - 1] ^= 1;
        RawRecords.put(store, key, KeyLayout.header("value"), value);
    }

    private static void changeMember(LsmStore store, EntityKey key) {
        Raw member = elements(store, key, "set").getFirst();
        byte[] other = member.key().clone();
        other[other.length - 1] ^= 0x20;
        RawRecords.remove(store, key, member.key());
        RawRecords.put(store, key, other, member.value());
    }

    private static void changeSequence(LsmStore store, EntityKey key) {
        Raw last = elements(store, key, "queue").getLast();
        byte[] later = last.key().clone();
        later[later.length - 1]++;
        RawRecords.remove(store, key, last.key());
        RawRecords.put(store, key, later, last.value());
        ObjectHeader.Queue queue = (ObjectHeader.Queue) header(store, key, "queue");
        ObjectHeader next =
                new ObjectHeader.Queue(
                        queue.generation(),
                        queue.deadlineMillis(),
                        queue.first(),
                        queue.next() + 1,
                        queue.lastTimeMillis(),
                        queue.lengthMax(),
                        queue.ageMillisMax());
        RawRecords.put(store, key, KeyLayout.header("queue"), ObjectHeader.encode(next));
    }

    private static void changeDeadline(LsmStore store, EntityKey key) {
        ObjectHeader header = header(store, key, "fleeting");
        long deadline = header.deadlineMillis();
        byte[] old = KeyLayout.expiry(deadline, header.generation());
        byte[] later = KeyLayout.expiry(deadline + 1, header.generation());
        RawRecords.put(store, key, later, state(store, key, old));
        RawRecords.remove(store, key, old);
        RawRecords.put(
                store,
                key,
                KeyLayout.header("fleeting"),
                ObjectHeader.encode(header.withDeadline(deadline + 1)));
    }

    private static byte[] state(LsmStore store, EntityKey key, byte[] record) {
        try (SnapshotState state = store.read(key)) {
            return Objects.requireNonNull(state.get(record));
        }
    }

    private static ObjectHeader header(LsmStore store, EntityKey key, String name) {
        return ObjectHeader.decode(state(store, key, KeyLayout.header(name)));
    }

    private static List<Raw> elements(LsmStore store, EntityKey key, String name) {
        long generation = header(store, key, name).generation();
        return RawRecords.of(store, key).stream()
                .filter(one ->
                        KeyLayout.isElement(one.key())
                                && KeyLayout.generationOfElement(one.key()) == generation)
                .toList();
    }

    /** Flips a bit of an object's second element; tells what the record is now. */
    private static String flip(LsmStore store, EntityKey key, String name) {
        Raw element = elements(store, key, name).get(1);
        byte[] flipped = element.value().clone();
        flipped[flipped.length - 1] ^= 1;
        RawRecords.put(store, key, element.key(), flipped);
        return HEX.formatHex(element.key()) + "=" + HEX.formatHex(flipped);
    }

    private static Path data(EmbeddedCluster cluster, int node) {
        return cluster.directory()
                .resolve("node" + node)
                .resolve(EntityStorage.DIRECTORY)
                .resolve("data");
    }

    private static List<String> content(EmbeddedCluster cluster, int node, EntityKey key) {
        List<String> records = new ArrayList<>();
        try (LsmStore store = RawRecords.open(data(cluster, node));
                SnapshotState state = store.read(key)) {
            LogicalContent.of(
                    state,
                    (record, value) ->
                            records.add(HEX.formatHex(record) + "=" + HEX.formatHex(value)));
        }
        return records;
    }

    private static EmbeddedCluster.Builder builder() {
        return EmbeddedCluster.builder(3)
                .set("sweep.interval", "200ms")
                .set("sweep.check-rate", "100000")
                .set("sweep.content-rate", "1GiB");
    }

    private static double count(EmbeddedCluster cluster, int node, String metric) {
        return cluster.node(node)
                .metrics()
                .lines()
                .filter(line -> line.startsWith("paxosstore_content_" + metric + "_total{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .sum();
    }

    private static EntityKey fill(PaxosStore store) {
        int space = store.createSpaceIfAbsent("inbox", SpaceKind.ENTITY).id();
        Entity alice = store.entity("inbox", "alice");
        for (int i = 0; i < 5; i++) {
            alice.list("list", Codec.utf8()).append("element " + i);
            alice.queue("queue", Codec.utf8()).enqueue("message " + i);
            alice.set("set", Codec.utf8()).add("member " + i);
            alice.map("map", Codec.utf8(), Codec.utf8()).put("field " + i, "value " + i);
        }
        alice.value("value", Codec.utf8()).put("profile");
        alice.with(CallOptions.DEFAULT.ttl(Duration.ofHours(1)))
                .value("fleeting", Codec.utf8())
                .put("for an hour");
        EntityTable<Account> table = alice.table("table", Account.class);
        table.create();
        for (int i = 0; i < 5; i++) {
            table.insert(new Account("account " + i, 100 + i));
        }
        return new EntityKey(space, Codec.utf8().encode("alice"));
    }

    @Test
    void whateverDiffersIsFoundAndRebuilt() throws Exception {
        try (EmbeddedCluster cluster = builder().start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntityKey key = fill(store);
            for (int way = 0; way < WAYS.size(); way++) {
                Wrong wrong = WAYS.get(way);
                int node = 1 + way % 3;
                cluster.node(node).stop();
                List<String> right = content(cluster, node, key);
                try (LsmStore data = RawRecords.open(data(cluster, node))) {
                    wrong.change().accept(data, key);
                }
                assertNotEquals(right, content(cluster, node, key), "it is wrong: " + wrong);
                cluster.node(node).start();
                RejoinTest.await(
                        "the repair of " + wrong, () -> count(cluster, node, "repaired") == 1);
                assertEquals(1, count(cluster, node, "quarantined"), wrong.toString());
            }
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).stop();
            }
            List<String> first = content(cluster, 1, key);
            assertEquals(first, content(cluster, 2, key));
            assertEquals(first, content(cluster, 3, key));
        }
    }

    @Test
    void twoThatDifferWithoutAThirdAreLeftAsTheyAre() throws Exception {
        try (EmbeddedCluster cluster = builder().start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntityKey key = fill(store);
            cluster.node(3).stop();
            cluster.node(2).stop();
            String wrong;
            try (LsmStore data = RawRecords.open(data(cluster, 2))) {
                wrong = flip(data, key, "list");
            }
            cluster.node(2).start();
            RejoinTest.await(
                    "the difference",
                    () -> count(cluster, 1, "differences") + count(cluster, 2, "differences") > 1);
            assertEquals(0, count(cluster, 1, "quarantined"));
            assertEquals(0, count(cluster, 2, "quarantined"));
            cluster.node(2).stop();
            assertTrue(content(cluster, 2, key).contains(wrong), "nobody knows who is right");
            cluster.node(2).start();
            cluster.node(3).start();
            RejoinTest.await("the repair", () -> count(cluster, 2, "repaired") == 1);
            assertEquals(0, count(cluster, 1, "quarantined"));
            assertEquals(0, count(cluster, 3, "quarantined"));
            cluster.node(1).stop();
            cluster.node(2).stop();
            assertEquals(content(cluster, 1, key), content(cluster, 2, key));
        }
    }

    /** Node 2 loses an element that it applies; its chain of entries is that of the others. */
    @Test
    void aWrongApplyIsFoundAndRebuilt() throws Exception {
        AtomicBoolean planted = new AtomicBoolean();
        try (EmbeddedCluster cluster =
                        builder()
                                .storage((configuration, known, listener) -> {
                                    NodeStorage right =
                                            DirectoryStorage.open(configuration, known, listener);
                                    return configuration.self().id() == 2
                                            ? forgetful((DirectoryStorage) right, planted)
                                            : right;
                                })
                                .start();
                PaxosStore store = RejoinTest.connect(cluster)) {
            EntityKey key = fill(store);
            EntityList<String> list = store.entity("inbox", "alice").list("list", Codec.utf8());
            planted.set(true);
            list.append("lost by one");
            RejoinTest.await("the repair", () -> count(cluster, 2, "repaired") == 1);
            assertTrue(!planted.get(), "it was lost");
            for (int node = 1; node <= 3; node++) {
                cluster.node(node).stop();
            }
            List<String> rebuilt = content(cluster, 2, key);
            assertEquals(content(cluster, 1, key), rebuilt);
            assertEquals(content(cluster, 3, key), rebuilt);
        }
    }

    /** Applies the next entry that writes an element without that element. */
    private static NodeStorage forgetful(DirectoryStorage storage, AtomicBoolean planted) {
        LsmStore data = EngineData.of(storage.entities());
        EntityShard shard = storage.shard(0).entities();
        EntityShard wrong =
                instead(
                        EntityShard.class,
                        shard,
                        "apply",
                        arguments -> {
                            Effects.Apply entry = (Effects.Apply) arguments[0];
                            List<Raw> before = RawRecords.of(data, entry.key());
                            shard.apply(entry);
                            shard.commit(); // else it would be written after the loss
                            if (planted.get()) {
                                lose(data, entry.key(), before, planted);
                            }
                            return null;
                        });
        ShardStorage withIt = new ShardStorage(storage.shard(0).keys(), wrong);
        return instead(NodeStorage.class, storage, "shard", arguments -> withIt);
    }

    private static void lose(
            LsmStore data, EntityKey key, List<Raw> before, AtomicBoolean planted) {
        for (Raw record : RawRecords.of(data, key)) {
            boolean isNew =
                    before.stream().noneMatch(one -> Arrays.equals(one.key(), record.key()));
            if (KeyLayout.isElement(record.key()) && isNew && planted.getAndSet(false)) {
                RawRecords.remove(data, key, record.key());
            }
        }
    }

    private interface Call {
        @Nullable Object run(Object[] arguments);
    }

    /** The same, but for one method. */
    private static <T> T instead(Class<T> type, T real, String method, Call call) {
        Object proxy =
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, called, arguments) -> {
                            if (called.getName().equals(method)) {
                                return call.run(arguments);
                            }
                            try {
                                return called.invoke(real, arguments);
                            } catch (InvocationTargetException e) {
                                throw e.getCause();
                            }
                        });
        return type.cast(proxy);
    }
}
