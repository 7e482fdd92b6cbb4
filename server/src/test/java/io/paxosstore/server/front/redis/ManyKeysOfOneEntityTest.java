package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.key.Slots;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.MetricSums;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Commands that walk through all keys where one slot has very many of them: in a database whose
 * keys are together.
 */
@TestMethodOrder(MethodOrderer.MethodName.class)
class ManyKeysOfOneEntityTest {
    private static final int KEYS = 20_000;
    private static final int KEYS_AT_ONCE = 500;
    private static final int LARGE = 256 * 1024;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "all:together")
                        .set("redis.keys-bytes", LARGE + "B")
                        .start();
        try (Jedis jedis = connect(1)) {
            for (int i = 0; i < KEYS; i += KEYS_AT_ONCE) {
                String[] keysAndValues = new String[2 * KEYS_AT_ONCE];
                for (int k = 0; k < KEYS_AT_ONCE; k++) {
                    keysAndValues[2 * k] = key(i + k);
                    keysAndValues[2 * k + 1] = "v";
                }
                jedis.mset(keysAndValues);
            }
        }
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void nothingIsHeld() throws Exception {
        for (int node = 1; node <= 3; node++) {
            int of = node;
            JedisClients.await(
                    "memory given back",
                    () -> MetricSums.of(cluster, of, "paxosstore_memory_used_bytes") == 0);
        }
    }

    private static Jedis connect(int node) {
        return JedisClients.connect(cluster, node);
    }

    private static String key(int number) {
        return "key:" + number;
    }

    /** Each call returns a part of the slot, and other keys come and go meanwhile. */
    @Test
    void aScanFindsEveryKeyOnceInSeveralCalls() {
        try (Jedis one = connect(1);
                Jedis two = connect(2)) {
            List<String> found = new ArrayList<>();
            String cursor = ScanParams.SCAN_POINTER_START;
            int calls = 0;
            do {
                ScanResult<String> part =
                        (calls % 2 == 0 ? one : two).scan(cursor, new ScanParams().count(10));
                assertTrue(part.getResult().size() < KEYS / 8, part.getResult().size() + " keys");
                found.addAll(part.getResult());
                cursor = part.getCursor();
                comeAndGo(one, calls);
                calls++;
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            one.del(passing(calls - 1));
            found.removeIf(key -> key.startsWith("passing"));
            assertEquals(KEYS, found.size());
            assertEquals(KEYS, new HashSet<>(found).size());
            assertTrue(calls > 8 && calls < 80, calls + " calls");
        }
    }

    private static void comeAndGo(Jedis jedis, int round) {
        Pipeline pipeline = jedis.pipelined();
        for (String key : passing(round)) {
            pipeline.set(key, "v");
        }
        pipeline.del(passing(round - 1));
        pipeline.sync();
    }

    private static String[] passing(int round) {
        String[] keys = new String[200];
        Arrays.setAll(keys, i -> "passing:" + round + ":" + i);
        return keys;
    }

    @Test
    void aScanTakesOnlyWhatMatches() {
        try (Jedis jedis = connect(3)) {
            Set<String> found = new HashSet<>();
            ScanResult<String> part =
                    jedis.scan(
                            ScanParams.SCAN_POINTER_START,
                            new ScanParams().match("key:1999?").count(10));
            found.addAll(part.getResult());
            assertEquals(10, found.size());
            // All of the slot was seen in this call: it goes on where the next slot begins.
            assertTrue(Long.parseLong(part.getCursor()) < Slots.COUNT, part.getCursor());
        }
    }

    @Test
    void keysAreCountedAndDrawn() {
        try (Jedis jedis = connect(2)) {
            assertEquals(KEYS, jedis.dbSize());
            Set<String> drawn = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                drawn.add(jedis.randomKey());
            }
            assertTrue(drawn.size() > 15, drawn.toString());
            assertEquals(11, jedis.keys("key:1999*").size());
        }
    }

    @Test
    void keysThatAreTooManyAreRefused() {
        try (Jedis jedis = connect(1)) {
            JedisDataException error =
                    assertThrows(JedisDataException.class, () -> jedis.keys("*"));
            assertTrue(
                    String.valueOf(error.getMessage()).contains("redis.keys-bytes"),
                    error.getMessage());
            assertEquals("PONG", jedis.ping());
        }
    }

    /** The last one, by its name. */
    @Test
    void thenAllAreRemoved() {
        try (Jedis jedis = connect(1)) {
            jedis.flushDB();
            assertEquals(0, jedis.dbSize());
            assertEquals(Set.of(), jedis.keys("*"));
        }
    }
}
