package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.embedded.EmbeddedCluster;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Keys of a cluster of which it is known what was ever written to them, and what they hold now. Not
 * thread-safe.
 */
final class KnownKeys {
    private static final int KEYS = 300;
    private static final int VALUE_BYTES_MAX = 400;
    private static final int DELETE_PERCENT = 15;
    private static final int DEADLINE_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 1 << 20;

    /** Greater than what a {@link WireClient} has used when it has said hello. */
    private static final long FIRST_CORRELATION = 1000;

    /** What one key went through; version 0 stands for absent. */
    private static final class Known {
        private final Map<Long, String> everWritten = new HashMap<>();
        private long version;
        private long lastEntry;
    }

    private final EmbeddedCluster cluster;
    private final Random random;
    private final int space;
    private final List<Known> known = new ArrayList<>();

    private KnownKeys(EmbeddedCluster cluster, Random random, int space) {
        this.cluster = cluster;
        this.random = random;
        this.space = space;
        for (int i = 0; i < KEYS; i++) {
            known.add(new Known());
        }
    }

    /** Makes their space. */
    static KnownKeys create(EmbeddedCluster cluster, Random random) throws Exception {
        try (WireClient client = connect(cluster, 1)) {
            Response.Space made = assertInstanceOf(Response.Space.class, client.create("known"));
            return new KnownKeys(cluster, random, made.space().id());
        }
    }

    private static WireClient connect(EmbeddedCluster cluster, int node) throws Exception {
        WireClient client = new WireClient("127.0.0.1", cluster.member(node).clientPort());
        assertInstanceOf(Response.Welcome.class, client.hello(Wire.PROTOCOL_VERSION));
        return client;
    }

    private static String name(int key) {
        return "key " + key;
    }

    /** Puts and deletes at random, through one node; each must succeed. */
    void write(int node, int count) throws Exception {
        try (WireClient client = connect(cluster, node)) {
            for (int i = 0; i < count; i++) {
                int key = random.nextInt(KEYS);
                Known one = known.get(key);
                if (random.nextInt(100) < DELETE_PERCENT) {
                    Response.Written done =
                            written(client.write(space, name(key), new KvOperation.Delete()));
                    assertEquals(
                            one.version == 0 ? WriteStatus.NOT_FOUND : WriteStatus.OK,
                            done.status());
                    one.version = 0;
                } else {
                    String value = random.nextLong() + "x".repeat(random.nextInt(VALUE_BYTES_MAX));
                    Response.Written done = written(client.put(space, name(key), value));
                    one.version = done.version();
                    one.lastEntry = done.version();
                    one.everWritten.put(one.version, value);
                }
            }
        }
    }

    private static Response.Written written(Response answer) {
        return assertInstanceOf(Response.Written.class, answer, answer::toString);
    }

    /**
     * Reads all keys at one node.
     *
     * @return those whose answer is not the present state: an older state, or a refusal
     * @throws AssertionError if an answer was never true
     */
    List<String> differences(int node, ReadMode mode) throws Exception {
        List<String> differences = new ArrayList<>();
        Response[] answers = readAll(node, mode);
        for (int key = 0; key < KEYS; key++) {
            Known one = known.get(key);
            if (!(answers[key] instanceof Response.Value value)) {
                differences.add(name(key) + ": " + answers[key]);
                continue;
            }
            String held = new String(value.value(), StandardCharsets.UTF_8);
            if (value.found()) {
                assertEquals(
                        one.everWritten.get(value.version()),
                        held,
                        "wrong answer of node %d for %s, version %d"
                                .formatted(node, name(key), value.version()));
            }
            if (value.version() != one.version || value.found() != (one.version != 0)) {
                differences.add(
                        "%s: version %d instead of %d"
                                .formatted(name(key), value.version(), one.version));
            } else if (mode == ReadMode.LINEARIZABLE) {
                one.lastEntry = value.entryVersion();
            }
        }
        return differences;
    }

    private Response[] readAll(int node, ReadMode mode) throws Exception {
        ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
        for (int key = 0; key < KEYS; key++) {
            RequestCodec.encode(
                    new Request.KvRead(
                            FIRST_CORRELATION + key,
                            DEADLINE_MILLIS,
                            space,
                            mode,
                            WireClient.bytes(name(key))),
                    out);
        }
        Response[] answers = new Response[KEYS];
        try (WireClient client = connect(cluster, node)) {
            client.sendRaw(Arrays.copyOf(out.array(), out.position()));
            for (int i = 0; i < KEYS; i++) {
                Response answer = client.receive();
                answers[(int) (answer.correlation() - FIRST_CORRELATION)] = answer;
            }
        }
        return answers;
    }

    /**
     * The keys of which a store lacks the newest entry.
     *
     * @param held by a key's name with its space: the newest entry with a value that is intact
     */
    List<String> missing(Map<String, Long> held) {
        List<String> missing = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            long wanted = known.get(key).lastEntry;
            long found = held.getOrDefault(space + "/" + name(key), 0L);
            if (found < wanted) {
                missing.add("%s: entry %d instead of %d".formatted(name(key), found, wanted));
            }
        }
        return missing;
    }
}
