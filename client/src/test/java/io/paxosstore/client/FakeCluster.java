package io.paxosstore.client;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.topology.FirstVoters;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.ReadKey;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.protocol.wire.WriteId;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Nodes that share one map: linearizable and exactly-once because there is one lock. Each node can
 * be told to misbehave.
 */
final class FakeCluster implements AutoCloseable {
    static final int KEY_BYTES_MAX = 100;
    static final int VALUE_BYTES_MAX = 1_000_000;
    private static final long WAIT_SECONDS = 20;

    /** A request that arrived at a node. */
    record Seen(int nodeId, Request request) {}

    @SuppressWarnings("ArrayRecordComponent")
    private record Entry(byte[] value, long version, long expiresAtMillis) {}

    private record Executed(long clientId, long stamp) {}

    final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    final FakeTopology topology = new FakeTopology();
    private final List<FakeNode> nodes = new CopyOnWriteArrayList<>();
    private final Map<String, Entry> entries = new HashMap<>();
    private boolean readsKeys = true;
    private boolean takesTraces;
    private final Map<Executed, Response> executed = new HashMap<>();
    private final Map<String, SpaceInfo> spaces = new TreeMap<>();
    private final FakeEntities entities = new FakeEntities();
    private final Set<FakeNode.Link> followers = new HashSet<>();
    private long catalogVersion = 1;
    private int lastSpace = 1;
    private long version;
    private int executions;

    FakeCluster(int count) {
        for (int id = 1; id <= count; id++) {
            nodes.add(new FakeNode(this, id, 0));
        }
        spaces.put("test", new SpaceInfo(1, "test", SpaceKind.KEY_VALUE));
    }

    /** One more node, at this port; 0 for any that is free. */
    FakeNode add(int port) {
        FakeNode node = new FakeNode(this, nodes.size() + 1, port);
        nodes.add(node);
        return node;
    }

    FakeNode node(int id) {
        return nodes.get(id - 1);
    }

    /** All nodes answer requests of a type with a failure, and serve the others. */
    void refuse(Class<? extends Request> type, FailureCode code, String sentence) {
        for (FakeNode node : nodes) {
            node.behave((link, request) -> {
                if (type.isInstance(request)) {
                    link.send(failure(request, code, sentence));
                } else {
                    link.serve(request);
                }
            });
        }
    }

    String addresses() {
        return nodes.stream().map(FakeNode::address).collect(Collectors.joining(","));
    }

    PaxosStore connect() {
        return connect(ClientOptions.builder().deadline(Duration.ofSeconds(WAIT_SECONDS)));
    }

    PaxosStore connect(ClientOptions.Builder options) {
        return PaxosStore.connect(addresses(), options.build());
    }

    static KeyValue<String, String> open(PaxosStore store) {
        return store.keyValue("test", Codec.utf8(), Codec.utf8());
    }

    /** A key that prefers this node, then the one with the next id, then the others, ascending. */
    String keyOf(int nodeId) {
        for (int i = 0; ; i++) {
            String key = "key-" + i;
            if (isFollowed(Slots.of(key.getBytes(StandardCharsets.UTF_8)), nodeId - 1)) {
                return key;
            }
        }
    }

    private boolean isFollowed(int slot, int first) {
        int count = nodes.size();
        int second = (first + 1) % count;
        int third = 0;
        while (third == first || third == second) {
            third++;
        }
        return FirstVoters.at(slot, count, 0) == first
                && (count < 2 || FirstVoters.at(slot, count, 1) == second)
                && (count < 3 || FirstVoters.at(slot, count, 2) == third);
    }

    /** Connects the client to every node: reads one key of each until its node answers. */
    void warmUp(KeyValue<String, String> kv) throws InterruptedException {
        for (FakeNode node : nodes) {
            do {
                var unused = kv.get(keyOf(node.id));
            } while (awaitRequest(Request.KvRead.class).nodeId() != node.id);
        }
        seen.clear();
    }

    /** The next request of this type to arrive at any node; fails after a while. */
    Seen awaitRequest(Class<? extends Request> type) throws InterruptedException {
        while (true) {
            Seen next = seen.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no " + type.getSimpleName() + " arrived");
            } else if (type.isInstance(next.request())) {
                return next;
            }
        }
    }

    /** How many writes were executed, copies not counted. */
    synchronized int executions() {
        return executions;
    }

    Response.Welcome welcome(long correlation, int nodeId) {
        List<NodeAddress> topology = new ArrayList<>();
        for (FakeNode node : nodes) {
            topology.add(new NodeAddress(node.id, "127.0.0.1", node.port()));
        }
        return new Response.Welcome(
                correlation,
                Wire.PROTOCOL_VERSION,
                "fake",
                nodeId,
                1,
                topology,
                KEY_BYTES_MAX,
                VALUE_BYTES_MAX);
    }

    /** What a healthy node answers. */
    synchronized Response execute(int nodeId, long clientId, Request request) {
        if (request instanceof Request.Hello hello) {
            return welcome(hello.correlation(), nodeId);
        } else if (request instanceof Request.Features && !takesTraces) {
            return failure(request, FailureCode.BAD_REQUEST, "Unknown request type 4.");
        } else if (request instanceof Request.Features) {
            return new Response.FeaturesKnown(request.correlation(), Response.FeaturesKnown.TRACES);
        } else if (request instanceof Request.Traced traced) {
            return execute(nodeId, clientId, traced.request());
        } else if (request instanceof Request.KvRead read) {
            return isOpen(read.space()) ? read(read) : unknownSpace(read, read.space());
        } else if (request instanceof Request.KvWrite write) {
            if (!isOpen(write.space())) {
                return unknownSpace(write, write.space());
            }
            Response first = once(clientId, write.id(), () -> write(write.space(), write));
            Response.Written written = (Response.Written) first;
            return new Response.Written(
                    write.correlation(), written.status(), written.version(), written.number());
        } else if (request instanceof Request.EntityRead read) {
            return new Response.EntityResult(
                    read.correlation(), version, entities.execute(read.entity(), read.multiOp()));
        } else if (request instanceof Request.EntityWrite write) {
            Response first =
                    once(
                            clientId,
                            write.id(),
                            () ->
                                    new Response.EntityResult(
                                            0,
                                            0,
                                            entities.execute(write.entity(), write.multiOp())));
            return new Response.EntityResult(
                    write.correlation(), 0, ((Response.EntityResult) first).result());
        } else if (request instanceof Request.ListKeys list) {
            return list.valueBytesMax() > 0 && !readsKeys
                    ? failure(list, FailureCode.BAD_REQUEST, "Unknown request type 39.")
                    : listKeys(list);
        } else if (request instanceof Request.ListSpaces list) {
            return new Response.SpaceList(list.correlation(), List.copyOf(spaces.values()));
        } else if (request instanceof Request.OpenSpace open) {
            SpaceInfo space = spaces.get(open.name());
            return space == null
                    ? failure(open, FailureCode.UNKNOWN_SPACE, "There is no space " + open.name())
                    : new Response.Space(open.correlation(), space);
        } else if (request instanceof Request.CreateSpace create) {
            if (spaces.containsKey(create.name()) && !create.ifNotExists()) {
                return failure(create, FailureCode.SPACE_EXISTS, "There is one already.");
            }
            int id = ++lastSpace + (create.kind() == SpaceKind.ENTITY ? 1 << 24 : 0);
            SpaceInfo fresh = new SpaceInfo(id, create.name(), create.kind());
            if (spaces.putIfAbsent(create.name(), fresh) == null) {
                catalogChanged();
            }
            return new Response.Space(
                    create.correlation(), spaces.getOrDefault(create.name(), fresh));
        } else if (request instanceof Request.DropSpace drop) {
            if (spaces.remove(drop.name()) == null) {
                return failure(drop, FailureCode.UNKNOWN_SPACE, "There is no space.");
            }
            catalogChanged();
            return new Response.SpaceDropped(drop.correlation());
        }
        return new Response.Pong(request.correlation());
    }

    /** Tells the link of the catalog's version, now and at every change. */
    synchronized Response follow(FakeNode.Link link, Request.FollowCatalog request) {
        followers.add(link);
        return new Response.CatalogVersion(request.correlation(), catalogVersion);
    }

    private void catalogChanged() {
        catalogVersion++;
        for (FakeNode.Link link : followers) {
            try {
                link.send(new Response.CatalogVersion(Wire.NO_CORRELATION, catalogVersion));
            } catch (IOException e) {
                // the client has closed this one
            }
        }
    }

    private boolean isOpen(int space) {
        return spaces.values().stream().anyMatch(info -> info.id() == space);
    }

    private static Response unknownSpace(Request request, int space) {
        return failure(
                request, FailureCode.UNKNOWN_SPACE, "There is no space with id " + space + ".");
    }

    static Response failure(Request request, FailureCode code, String sentence) {
        return new Response.Failure(request.correlation(), code, 0, sentence);
    }

    private Response once(long clientId, WriteId id, Supplier<Response> execution) {
        if (id.settledFloor() >= id.stamp()) {
            throw new AssertionError("settled floor above the stamp: " + id);
        }
        return executed.computeIfAbsent(
                new Executed(clientId, id.stamp()),
                key -> {
                    executions++;
                    return execution.get();
                });
    }

    /** Nodes want to know of traces; those of before do not even know what that is. */
    synchronized void takeTraces() {
        takesTraces = true;
    }

    /** Nodes read no keys that are listed, as those of before do. */
    synchronized void readNoKeys() {
        readsKeys = false;
    }

    /** Every second key is read, if any is. */
    private Response listKeys(Request.ListKeys list) {
        KeyPlace begin = new KeyPlace(list.place(), list.from());
        String prefix = name(list.space(), list.prefix());
        List<byte[]> names =
                entries.keySet().stream()
                        .filter(name -> name.startsWith(prefix))
                        .map(name -> name.substring(name.indexOf('/') + 1))
                        .map(name -> name.getBytes(StandardCharsets.UTF_8))
                        .filter(name -> compare(KeyPlace.of(name), begin) >= 0)
                        .sorted((a, b) -> compare(KeyPlace.of(a), KeyPlace.of(b)))
                        .toList();
        int count = Math.min(names.size(), list.keysMax());
        KeyPlace next =
                count == names.size()
                        ? new KeyPlace(Slots.COUNT, new byte[0])
                        : KeyPlace.of(names.get(count));
        List<byte[]> page = names.subList(0, count);
        if (list.valueBytesMax() == 0) {
            return new Response.KeysListed(list.correlation(), next.place(), next.from(), page);
        }
        List<ReadKey> keys = new ArrayList<>();
        for (byte[] name : page) {
            Entry entry = Objects.requireNonNull(entries.get(name(list.space(), name)));
            boolean isRead = keys.size() % 2 == 0;
            keys.add(
                    isRead
                            ? new ReadKey(name, entry.version(), 0, entry.value())
                            : new ReadKey(name, 0, 0, null));
        }
        return new Response.KeysRead(list.correlation(), next.place(), next.from(), keys);
    }

    private static int compare(KeyPlace a, KeyPlace b) {
        return a.place() != b.place()
                ? Integer.compare(a.place(), b.place())
                : Arrays.compareUnsigned(a.from(), b.from());
    }

    private Response read(Request.KvRead read) {
        Entry entry = entries.get(name(read.space(), read.key()));
        return entry == null
                ? new Response.Value(read.correlation(), false, 0, version, 0, new byte[0])
                : new Response.Value(
                        read.correlation(),
                        true,
                        entry.version(),
                        version,
                        entry.expiresAtMillis(),
                        entry.value());
    }

    private Response write(int space, Request.KvWrite write) {
        String name = name(space, write.key());
        Entry entry = entries.get(name);
        long current = entry == null ? 0 : entry.version();
        WriteStatus mismatch = entry == null ? WriteStatus.NOT_FOUND : WriteStatus.CONFLICT;
        if (write.operation() instanceof KvOperation.Put put) {
            return store(name, put.value(), put.ttlMillis(), 0);
        } else if (write.operation() instanceof KvOperation.PutIfAbsent put) {
            return entry == null
                    ? store(name, put.value(), put.ttlMillis(), 0)
                    : new Response.Written(0, WriteStatus.CONFLICT, current, 0);
        } else if (write.operation() instanceof KvOperation.CompareAndSet cas) {
            return entry != null && Arrays.equals(entry.value(), cas.expected())
                    ? store(name, cas.value(), cas.ttlMillis(), 0)
                    : new Response.Written(0, mismatch, current, 0);
        } else if (write.operation() instanceof KvOperation.CompareVersionAndSet cas) {
            return current == cas.expectedVersion()
                    ? store(name, cas.value(), cas.ttlMillis(), 0)
                    : new Response.Written(0, mismatch, current, 0);
        } else if (write.operation() instanceof KvOperation.Increment increment) {
            if (entry != null
                    && !new String(entry.value(), StandardCharsets.US_ASCII).matches("-?[0-9]+")) {
                return new Response.Written(0, WriteStatus.NOT_A_NUMBER, current, 0);
            }
            long before = entry == null ? 0 : Codec.longs().decode(entry.value());
            long sum = before + increment.delta();
            return store(name, Codec.longs().encode(sum), increment.ttlMillis(), sum);
        } else if (entry == null
                || (write.operation() instanceof KvOperation.CompareVersionAndDelete delete
                        && delete.expectedVersion() != current)) {
            return new Response.Written(0, mismatch, current, 0);
        }
        entries.remove(name);
        return new Response.Written(0, WriteStatus.OK, ++version, 0);
    }

    /** The fake clock stands at 0: what expires does so at its time to live. */
    private Response store(String name, byte[] value, long ttlMillis, long number) {
        entries.put(name, new Entry(value, ++version, ttlMillis));
        return new Response.Written(0, WriteStatus.OK, version, number);
    }

    private static String name(int space, byte[] key) {
        return space + "/" + new String(key, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        nodes.forEach(FakeNode::close);
    }
}
