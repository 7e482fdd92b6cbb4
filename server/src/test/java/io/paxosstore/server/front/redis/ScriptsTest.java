package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Scripts of Jedis, at three nodes. */
class ScriptsTest {
    private static final String COMPARE_AND_DELETE =
            "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('getdel', KEYS[1])"
                    + " else return 0 end";

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,one:together,strings:keys")
                        .set("entities.work-max", "200000000")
                        .set("redis.timeout", "1m") // not what ends a script here
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect(int node) {
        return JedisClients.connect(cluster, node, RedisProtocol.RESP2, 60_000);
    }

    @Test
    void scripts() {
        try (Jedis jedis = connect(1);
                Jedis other = connect(2)) {
            jedis.set("lock", "me");
            assertEquals(0L, jedis.eval(COMPARE_AND_DELETE, List.of("lock"), List.of("you")));
            assertEquals("me", other.eval(COMPARE_AND_DELETE, List.of("lock"), List.of("me")));
            assertNull(jedis.get("lock"));
            assertEquals(7L, jedis.eval("return 3 + 4"));
            assertEquals(
                    List.of("a", "b"),
                    jedis.eval("return {ARGV[1], ARGV[2]}", List.of(), List.of("a", "b")));
            JedisDataException wrong =
                    assertThrows(
                            JedisDataException.class,
                            () -> jedis.eval("return 1", List.of("a", "b"), List.of()));
            assertTrue(said(wrong).startsWith("CROSSSLOT"), said(wrong));
            wrong =
                    assertThrows(
                            JedisDataException.class,
                            () -> jedis.eval("return redis.call('get', 'b')", 1, "a"));
            assertTrue(said(wrong).contains("non local key"), said(wrong));
            wrong =
                    assertThrows(
                            JedisDataException.class,
                            () -> jedis.eval("redis.call('set', KEYS[1], 1) error('no')", 1, "a"));
            assertTrue(said(wrong).startsWith("ERR user_script:1: no"), said(wrong));
            assertNull(other.get("a"));
        }
    }

    @Test
    void aScriptIsKnownWhereItWasSentTo() {
        try (Jedis one = connect(1);
                Jedis two = connect(2)) {
            String script = "return redis.call('incr', KEYS[1])";
            String sha1 = one.scriptLoad(script);
            assertEquals(1L, one.evalsha(sha1, 1, "counted"));
            assertEquals(2L, one.evalsha(sha1.toUpperCase(Locale.ROOT), 1, "counted"));
            assertEquals(List.of(true, false), one.scriptExists(sha1, "0".repeat(40)));
            assertThrows(JedisNoScriptException.class, () -> two.evalsha(sha1, 1, "counted"));
            assertEquals(3L, two.eval(script, 1, "counted"));
            assertEquals(4L, two.evalsha(sha1, 1, "counted"));
            assertEquals(
                    "4",
                    two.evalReadonly(
                            "return redis.call('get', KEYS[1])", List.of("counted"), List.of()));
            assertThrows(
                    JedisDataException.class,
                    () -> two.evalshaReadonly(sha1, List.of("counted"), List.of()));
            one.scriptFlush();
            assertThrows(JedisNoScriptException.class, () -> one.evalsha(sha1, 1, "counted"));
            JedisDataException wrong =
                    assertThrows(JedisDataException.class, () -> one.scriptLoad("return ("));
            assertEquals(
                    "ERR Error compiling script (new function): user_script:1: unexpected symbol"
                            + " near '<eof>'",
                    said(wrong));
            wrong = assertThrows(JedisDataException.class, one::scriptKill);
            assertTrue(said(wrong).contains("unknown subcommand"), said(wrong));
        }
    }

    @Test
    void databasesOfOtherKinds() {
        try (Jedis jedis = connect(1)) {
            jedis.select(1);
            String script = "redis.call('set', KEYS[1], ARGV[1]) return redis.call('get', 'b')";
            assertNull(jedis.eval(script, List.of("a", "c"), List.of("1")));
            jedis.set("b", "2");
            assertEquals("2", jedis.eval(script, List.of("a", "c"), List.of("1")));
            assertEquals("2", jedis.eval("return redis.call('get', 'b')"));
            jedis.select(2);
            JedisDataException wrong =
                    assertThrows(JedisDataException.class, () -> jedis.eval(script, 1, "a"));
            assertTrue(said(wrong).contains("scripts need one"), said(wrong));
            jedis.select(0);
            assertThrows(JedisDataException.class, () -> jedis.eval(script, 1, "{*}a", "1"));
        }
    }

    @Test
    void transactionsHaveScripts() {
        try (Jedis jedis = connect(3)) {
            String sha1 = jedis.scriptLoad("return redis.call('incrby', KEYS[1], ARGV[1])");
            Transaction transaction = jedis.multi();
            transaction.set("{x}n", "1");
            Response<Object> sum = transaction.evalsha(sha1, 1, "{x}n", "5");
            Response<Object> none = transaction.eval("return redis.call('get', '{x}n')");
            transaction.exec();
            assertEquals(6L, sum.get());
            assertEquals("6", none.get());
            Transaction alone = jedis.multi();
            Response<Object> one = alone.eval("return 1");
            Response<Object> two = alone.eval("return 2");
            alone.exec();
            assertEquals(1L, one.get());
            assertEquals(2L, two.get());
            Pipeline pipeline = jedis.pipelined();
            List<Response<Object>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                all.add(pipeline.evalsha(sha1, 1, "{x}n", "1"));
            }
            pipeline.sync();
            for (int i = 0; i < 500; i++) {
                assertEquals(7L + i, all.get(i).get());
            }
        }
    }

    @Test
    void anEndlessScriptEndsWhileOthersAreServed() throws Exception {
        AtomicBoolean hasEnded = new AtomicBoolean();
        AtomicReference<String> error = new AtomicReference<>("");
        Thread endless =
                new Thread(() -> {
                    try (Jedis jedis = connect(1)) {
                        JedisDataException e =
                                assertThrows(
                                        JedisDataException.class,
                                        () ->
                                                jedis.eval(
                                                        "redis.call('set', KEYS[1], 1)"
                                                                + " while true do end",
                                                        1,
                                                        "endless"));
                        error.set(e.getMessage());
                    } finally {
                        hasEnded.set(true);
                    }
                });
        endless.start();
        int served = 0;
        try (Jedis jedis = connect(1)) {
            while (!hasEnded.get()) {
                jedis.set("busy" + served % 16, "v");
                assertEquals("v", jedis.get("busy" + served % 16));
                served++;
            }
            endless.join();
            String said = String.valueOf(error.get());
            assertTrue(said.contains("entities.work-max"), said);
            assertTrue(served > 20, "others were not served");
            assertNull(jedis.get("endless"));
            assertEquals("PONG", jedis.eval("return redis.call('ping')"));
            JedisDataException unknown =
                    assertThrows(
                            JedisDataException.class,
                            () -> jedis.sendCommand(Protocol.Command.FCALL, "f", "0"));
            assertTrue(said(unknown).startsWith("ERR unknown command 'FCALL'"), said(unknown));
        }
    }

    private static String said(JedisDataException error) {
        return String.valueOf(error.getMessage());
    }
}
