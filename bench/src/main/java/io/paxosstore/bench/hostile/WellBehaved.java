package io.paxosstore.bench.hostile;

import io.paxosstore.bench.measure.DiskWatch;
import io.paxosstore.bench.workload.ClientThreads;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.EntityMap;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.SpaceKind;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * A program like any other: it writes and reads keys and fields of its own at a moderate pace,
 * through the Java client as it comes and through the port for clients of Redis, and checks what it
 * reads. Nobody's mischief may fail a call of it. Started and stopped by one thread; its figures
 * may be read by any.
 */
final class WellBehaved implements AutoCloseable {
    private static final String KEYS = "well-behaved";
    private static final String ENTITIES = "well-behaved-entities";
    private static final int CLIENTS = 4;
    private static final int KEYS_OF_EACH = 500;
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

    private final PaxosStore store;
    private final List<Integer> redisPorts;
    private final CheckedCalls calls;
    private final List<RedisUser> redisUsers = new ArrayList<>();
    private final ClientThreads threads = new ClientThreads("a well-behaved call");

    private WellBehaved(PaxosStore store, List<Integer> redisPorts, DiskWatch disk) {
        this.store = store;
        this.redisPorts = redisPorts;
        this.calls = new CheckedCalls(disk);
    }

    /**
     * Connects with default options.
     *
     * @param disk of the replicas
     */
    static WellBehaved connect(Target target, DiskWatch disk) {
        ClientOptions options = ClientOptions.builder().name("well-behaved").build();
        return new WellBehaved(
                PaxosStore.connect(target.layout().addresses(), options),
                target.layout().nodes().stream().map(target::redisPort).toList(),
                disk);
    }

    void start() {
        store.createSpaceIfAbsent(KEYS);
        store.createSpaceIfAbsent(ENTITIES, SpaceKind.ENTITY);
        KeyValue<String, Long> keys = store.keyValue(KEYS, Codec.utf8(), Codec.longs());
        calls.started();
        for (int client = 0; client < CLIENTS; client++) {
            String name = "client-" + client;
            EntityMap<String, Long> fields =
                    store.entity(ENTITIES, name).map("fields", Codec.utf8(), Codec.longs());
            threads.start(new Client(name, keys, fields)::step);
        }
        for (int port : redisPorts) {
            RedisUser user = new RedisUser("redis-" + port, port, calls);
            redisUsers.add(user);
            threads.start(() -> user.step(PAUSE));
        }
    }

    void stop() throws InterruptedException, TimeoutException {
        threads.stop(STOP_LIMIT);
        redisUsers.forEach(RedisUser::close);
    }

    /** What came of its calls. */
    CheckedCalls calls() {
        return calls;
    }

    /** How many of its threads have ended though nobody has stopped them. */
    int ended() {
        return threads.ended();
    }

    @Override
    public void close() {
        threads.halt();
        store.close();
    }

    /** One thread of the program: it alone writes its keys. */
    private final class Client {
        private final String name;
        private final KeyValue<String, Long> keys;
        private final EntityMap<String, Long> fields;
        private long steps;

        /** Whether every write of this step is known to be done. */
        private boolean isCertain;

        Client(String name, KeyValue<String, Long> keys, EntityMap<String, Long> fields) {
            this.name = name;
            this.keys = keys;
            this.fields = fields;
        }

        void step() throws InterruptedException {
            long value = steps++;
            isCertain = true;
            String key = name + "-" + value % KEYS_OF_EACH;
            call("a put", () -> keys.put(key, value));
            call("a get", () -> check(key, keys.get(key), value));
            call("a put of a field", () -> fields.put(key, value));
            call("a get of a field", () -> check("field " + key, fields.get(key), value));
        }

        private void call(String what, Runnable call) throws InterruptedException {
            if (!calls.make(what + " of " + name, call)) {
                isCertain = false;
            }
            Thread.sleep(PAUSE);
        }

        /** What was read must be what this thread wrote last, if it knows that it did. */
        private void check(String what, Optional<Long> read, long written) {
            if (isCertain && !read.equals(Optional.of(written))) {
                calls.wrong("%s was %s after %d had been written".formatted(what, read, written));
            }
        }
    }
}
