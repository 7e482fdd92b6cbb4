package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.ScanResult;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Three nodes and Jedis: what is written at one node is read at another, whatever the type. */
class JedisTest {
    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,other,fast:keys,small:together")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect(int node, RedisProtocol protocol) {
        return JedisClients.connect(cluster, node, protocol);
    }

    private static Jedis connect(int node) {
        return JedisClients.connect(cluster, node);
    }

    @BeforeEach
    void empty() {
        try (Jedis jedis = connect(1)) {
            jedis.flushAll();
            assertEquals(0, jedis.dbSize());
        }
    }

    @Test
    void everyNodeServesEveryKey() {
        try (Jedis one = connect(1);
                Jedis two = connect(2, RedisProtocol.RESP3)) {
            one.set("k", "v");
            assertEquals("v", two.get("k"));
            two.incrBy("n", 5);
            assertEquals(6, one.incr("n"));
            one.hset("h", Map.of("a", "1", "b", "2"));
            assertEquals(Map.of("a", "1", "b", "2"), two.hgetAll("h"));
            two.sadd("s", "x", "y");
            assertEquals(Set.of("x", "y"), one.smembers("s"));
            assertEquals(1, one.pfadd("p", "x", "y"));
            assertEquals(2, two.pfcount("p"));
            assertNull(one.set("k", "w", SetParams.setParams().nx()));
            JedisDataException wrong =
                    assertThrows(JedisDataException.class, () -> two.hget("k", "f"));
            assertTrue(said(wrong).startsWith("WRONGTYPE"), said(wrong));
        }
    }

    @Test
    void pipelinesKeepTheirOrder() {
        try (Jedis jedis = connect(1)) {
            Pipeline pipeline = jedis.pipelined();
            List<Response<Long>> numbers = new ArrayList<>();
            List<Response<String>> values = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                numbers.add(pipeline.incr("n"));
                pipeline.set("k" + i % 7, "v" + i);
                values.add(pipeline.get("k" + i % 7));
            }
            pipeline.sync();
            for (int i = 0; i < 2000; i++) {
                assertEquals(i + 1, numbers.get(i).get());
                assertEquals("v" + i, values.get(i).get());
            }
        }
    }

    @Test
    void commandsOnSeveralTagsAreExecutedKeyByKey() {
        try (Jedis jedis = connect(3)) {
            jedis.mset("a", "1", "b", "2", "c", "3");
            ArrayList<String> expected = new ArrayList<>(List.of("1", "3"));
            expected.add(null);
            assertEquals(expected, jedis.mget("a", "c", "none"));
            JedisDataException wrong =
                    assertThrows(JedisDataException.class, () -> jedis.msetnx("d", "1", "e", "2"));
            assertTrue(said(wrong).startsWith("CROSSSLOT"), said(wrong));
            assertEquals(1, jedis.msetnx("{t}d", "1", "{t}e", "2"));
        }
    }

    @Test
    void transactionsOverTypesAreOne() {
        try (Jedis jedis = connect(1);
                Jedis other = connect(2)) {
            Transaction transaction = jedis.multi();
            transaction.set("{t}a", "1");
            transaction.hset("{t}h", "f", "v");
            transaction.incr("{t}h");
            Response<Long> number = transaction.incr("{t}a");
            List<Object> replies = transaction.exec();
            assertEquals(4, replies.size());
            assertTrue(replies.get(2) instanceof JedisDataException);
            assertEquals(2, number.get());

            jedis.watch("{t}a");
            other.set("{t}a", "9");
            Transaction late = jedis.multi();
            late.set("{t}a", "lost");
            assertNull(late.exec());
            assertEquals("9", jedis.get("{t}a"));

            jedis.watch("{t}a");
            Transaction quiet = jedis.multi();
            quiet.set("{t}a", "10");
            quiet.sendCommand(Protocol.Command.PING, new byte[0][]);
            List<Object> both = quiet.exec();
            assertEquals("OK", both.get(0));
            assertArrayEquals("PONG".getBytes(UTF_8), (byte[]) both.get(1));

            Transaction crossing = jedis.multi();
            crossing.set("x", "1");
            crossing.set("y", "1");
            assertThrows(JedisDataException.class, crossing::exec);
            assertNull(other.get("x"));
        }
    }

    @Test
    void aScanAtSeveralNodesFindsEveryKeyOnce() {
        try (Jedis one = connect(1);
                Jedis two = connect(2)) {
            Set<String> written = new HashSet<>();
            Pipeline pipeline = one.pipelined();
            for (int i = 0; i < 500; i++) {
                pipeline.set("key" + i, "v");
                written.add("key" + i);
                pipeline.set("{tag}" + i, "v");
                written.add("{tag}" + i);
            }
            assertEquals(Set.of("OK"), new HashSet<>(pipeline.syncAndReturnAll()));
            List<String> found = new ArrayList<>();
            String cursor = ScanParams.SCAN_POINTER_START;
            int calls = 0;
            do {
                ScanResult<String> page =
                        (calls % 2 == 0 ? one : two).scan(cursor, new ScanParams().count(20));
                found.addAll(page.getResult());
                cursor = page.getCursor();
                calls++;
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            assertEquals(written.size(), found.size());
            assertEquals(written, new HashSet<>(found));
            assertEquals(1000, two.dbSize());
            assertEquals(111, one.keys("key1*").size());
            assertTrue(written.contains(one.randomKey()));
            assertEquals(2, one.del("key1", "key2", "none"));
        }
    }

    @Test
    void databasesAreApart() {
        try (Jedis jedis = connect(1)) {
            jedis.set("k", "0");
            jedis.select(1);
            assertNull(jedis.get("k"));
            jedis.set("k", "1");
            jedis.flushDB();
            jedis.select(0);
            assertEquals("0", jedis.get("k"));
            assertThrows(JedisDataException.class, () -> jedis.select(4));
        }
    }

    @Test
    void aDatabaseOfKeysHoldsStrings() {
        try (Jedis one = connect(1);
                Jedis two = connect(2)) {
            one.select(2);
            two.select(2);
            one.set("k", "v");
            assertEquals("v", two.get("k"));
            assertNull(one.set("k", "w", SetParams.setParams().nx()));
            assertEquals("v", one.setGet("k", "w", SetParams.setParams().xx()));
            assertEquals(3, two.append("k", "xy"));
            assertEquals("wxy", one.get("k"));
            assertEquals(-1, one.ttl("k"));
            one.setex("k", 100, "timed");
            assertTrue(two.ttl("k") > 90);
            two.append("k", "!");
            assertTrue(one.ttl("k") > 90);
            assertEquals(1, one.incr("n"));
            assertEquals(11, two.incrBy("n", 10));
            assertThrows(JedisDataException.class, () -> two.incr("k"));
            assertEquals(1, one.pfadd("p", "x", "y"));
            assertEquals(0, two.pfadd("p", "y"));
            assertEquals("OK", one.pfmerge("p"));
            assertEquals(2, two.pfcount("p"));
            JedisDataException other =
                    assertThrows(JedisDataException.class, () -> one.hset("h", "f", "v"));
            assertTrue(said(other).contains("holds strings only"), said(other));
            JedisDataException wrong =
                    assertThrows(JedisDataException.class, () -> one.hset("k", "f", "v"));
            assertTrue(said(wrong).startsWith("WRONGTYPE"), said(wrong));
            assertThrows(JedisDataException.class, () -> one.sendCommand(Protocol.Command.MULTI));

            Pipeline pipeline = two.pipelined();
            List<Response<Long>> lengths = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                lengths.add(pipeline.append("long", "x"));
            }
            pipeline.sync();
            for (int i = 0; i < 500; i++) {
                assertEquals(i + 1, lengths.get(i).get());
            }
            assertEquals(Set.of("k", "n", "p", "long"), one.keys("*"));
            assertEquals(4, one.dbSize());
            assertEquals(1, two.del("long"));
            assertEquals(0, two.del("long"));
            one.flushDB();
            assertEquals(0, two.dbSize());
        }
    }

    @Test
    void aDatabaseWhoseKeysAreTogetherKnowsNoSlots() {
        try (Jedis one = connect(1);
                Jedis two = connect(2)) {
            one.select(3);
            two.select(3);
            assertEquals(1, one.msetnx("a", "1", "b", "2"));
            assertEquals(0, two.msetnx("b", "3", "c", "4"));
            one.watch("a", "b");
            Transaction transaction = one.multi();
            transaction.set("x", "1");
            transaction.rename("a", "z");
            assertEquals(2, transaction.exec().size());
            assertEquals(Set.of("x", "z", "b"), two.keys("*"));
            assertEquals(3, two.dbSize());
            two.flushDB();
            assertEquals(0, one.dbSize());
        }
    }

    private static String said(JedisDataException error) {
        return String.valueOf(error.getMessage());
    }
}
