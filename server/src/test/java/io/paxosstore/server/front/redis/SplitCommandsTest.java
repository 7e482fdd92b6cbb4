package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.MetricSums;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What commands take of the node's memory that are executed key by key. */
final class SplitCommandsTest {
    private static final int MIB = 1 << 20;

    /** Takes long, on an entity that others wait for. */
    private static final String LOOP = "local n = 0 for i = 1, 200000 do n = n + i end return 1";

    private static final int LOOPS = 60;
    private static final int PARTS = 24;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.timeout", "1m")
                        .set("server.shards", "2")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        JedisClients.await("memory given back", () -> usedBytes() == 0);
    }

    private static double usedBytes() {
        return MetricSums.of(cluster, 1, "paxosstore_memory_used_bytes");
    }

    private static RespClient connect() throws IOException {
        return new RespClient(cluster.redisAddress(1));
    }

    /**
     * Parts wait for one whose key is slow, and then as a whole for a client that does not read it:
     * they are accounted all the time.
     */
    @Test
    void partsThatWaitForOthersAreAccounted() throws Exception {
        List<Object> words = new ArrayList<>(List.of("MGET"));
        try (RespClient client = connect();
                RespClient other = connect()) {
            for (int i = 0; i < PARTS; i++) {
                assertEquals("+OK", client.ask("SET", "part" + i, new byte[MIB]));
                words.add("part" + i);
            }
            words.add("{slow}x");
            for (int i = 0; i < LOOPS; i++) {
                client.send(RespClient.command("EVAL", LOOP, "1", "{slow}x"));
            }
            client.send(RespClient.command(words.toArray()));
            JedisClients.await("parts are there", () -> usedBytes() > PARTS / 2 * MIB);
            for (int i = 0; i < PARTS; i++) { // takes as long as the parts took
                assertEquals(MIB, other.ask("GET", "part" + i).toString().length());
            }
            double used = usedBytes();
            assertTrue(used > PARTS / 2 * MIB, "used " + used);
            for (int i = 0; i < LOOPS; i++) {
                assertEquals(1L, client.read());
            }
            List<?> all = (List<?>) client.read();
            assertEquals(PARTS + 1, all.size());
            assertEquals(MIB, all.getFirst().toString().length());
            assertEquals(RespClient.NOTHING, all.getLast());
        }
    }

    /** However many keys a command has, few are under way, and what is behind it stays there. */
    @Test
    void manyKeysOfOneCommandTakeTurns() throws Exception {
        int count = 20_000;
        List<Object> words = new ArrayList<>(List.of("EXISTS"));
        for (int i = 0; i < count; i++) {
            words.add("k" + i);
        }
        try (RespClient client = connect();
                RespClient other = connect()) {
            assertEquals("+OK", client.ask("MSET", "k1", "v", "k10000", "v"));
            client.send(RespClient.command(words.toArray()));
            client.send(RespClient.command("SET", "k" + (count - 1), "v"));
            for (int i = 0; i < 10; i++) {
                assertEquals("+OK", other.ask("SET", "small" + i, "v"));
                double used = usedBytes();
                assertTrue(used < 8 * MIB, "used " + used);
            }
            assertEquals(2L, client.read());
            assertEquals("+OK", client.read());
        }
    }
}
