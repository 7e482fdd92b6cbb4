package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.util.SafeEncoder;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What the port makes of the words of commands before they are executed. */
class CommandWordsTest {
    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(1)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,one:together,strings:keys")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect() {
        return JedisClients.connect(cluster, 1, RedisProtocol.RESP2, 60_000);
    }

    private static Object run(Jedis jedis, String command) {
        String[] words = command.split(" ");
        byte[][] arguments =
                Arrays.stream(words).skip(1).map(SafeEncoder::encode).toArray(byte[][]::new);
        Protocol.Command name = Protocol.Command.valueOf(words[0].toUpperCase(Locale.ROOT));
        return SafeEncoder.encodeObject(jedis.sendCommand(name, arguments));
    }

    private static void assertFails(String error, Jedis jedis, String command) {
        JedisDataException e =
                assertThrows(JedisDataException.class, () -> run(jedis, command), command);
        assertEquals(error, e.getMessage(), command);
    }

    private static void assertNotQueued(String error, String command) {
        try (Jedis jedis = connect()) {
            assertFails(error, jedis, command);
            run(jedis, "MULTI");
            assertFails(error, jedis, command);
            assertFails(
                    "EXECABORT Transaction discarded because of previous errors.", jedis, "EXEC");
        }
    }

    @Test
    void subcommandsThatThereAreNotAreNotQueued() {
        assertNotQueued("ERR unknown subcommand 'FOO'. Try OBJECT HELP.", "OBJECT FOO");
        assertNotQueued(
                "ERR wrong number of arguments for 'object|encoding' command", "OBJECT ENCODING");
        assertNotQueued(
                "ERR wrong number of arguments for 'xgroup|create' command", "XGROUP CREATE k g");
        assertNotQueued("ERR unknown subcommand 'foo'. Try XINFO HELP.", "XINFO foo k");
        assertNotQueued("ERR unknown subcommand 'FOO'. Try CONFIG HELP.", "CONFIG FOO");
        assertNotQueued("ERR wrong number of arguments for 'config|get' command", "CONFIG GET");
        assertNotQueued("ERR unknown subcommand 'FOO'. Try CLIENT HELP.", "CLIENT FOO");
        assertNotQueued("ERR wrong number of arguments for 'client|id' command", "CLIENT ID x");
        assertNotQueued("ERR unknown subcommand 'FOO'. Try SCRIPT HELP.", "SCRIPT FOO");
        assertNotQueued(
                "ERR wrong number of arguments for 'cluster|keyslot' command", "CLUSTER KEYSLOT");
        assertNotQueued("ERR unknown subcommand 'FOO'. Try PUBSUB HELP.", "PUBSUB FOO");
        assertNotQueued(
                "ERR wrong number of arguments for 'command|count' command", "COMMAND COUNT x");
    }

    @Test
    void commandsAreListedByPatterns() {
        try (Jedis jedis = connect()) {
            assertEquals(
                    List.of("xread", "xreadgroup", "xrevrange"),
                    run(jedis, "COMMAND LIST FILTERBY PATTERN XRe*"));
            assertEquals(
                    List.of("config|get", "config|set"),
                    run(jedis, "COMMAND LIST FILTERBY PATTERN config|?et"));
            List<?> all = (List<?>) run(jedis, "COMMAND LIST");
            assertTrue(all.contains("get") && all.contains("client|list"), all.toString());
            assertEquals(List.of(), run(jedis, "COMMAND LIST FILTERBY MODULE json"));
            assertEquals(List.of(), run(jedis, "COMMAND LIST FILTERBY ACLCAT string"));
            assertFails("ERR syntax error", jedis, "COMMAND LIST FILTERBY NOTHING x");
            assertFails("ERR syntax error", jedis, "COMMAND LIST FILTERBY PATTERN");
        }
    }

    @Test
    void aCopyStaysInTheSelectedDatabase() {
        try (Jedis jedis = connect()) {
            run(jedis, "SET {c}1 v");
            assertEquals(1L, run(jedis, "COPY {c}1 {c}2 DB 0"));
            run(jedis, "SELECT 1");
            run(jedis, "SET k w");
            assertFails(
                    "ERR COPY copies within the selected database only: DB is to be its number, and"
                            + " is not known in scripts",
                    jedis,
                    "COPY k k3 DB 0");
            assertEquals(0L, run(jedis, "EXISTS k3"));
            assertEquals(1L, run(jedis, "COPY k k3 DB 1"));
            run(jedis, "MULTI");
            assertEquals("QUEUED", run(jedis, "COPY k k4 REPLACE DB 1"));
            assertEquals(List.of(1L), run(jedis, "EXEC"));
            assertEquals("w", run(jedis, "GET k4"));
            run(jedis, "MULTI");
            run(jedis, "SELECT 0");
            assertEquals("QUEUED", run(jedis, "COPY {c}1 {c}3 DB 1"));
            assertEquals("QUEUED", run(jedis, "COPY {c}1 {c}4 DB 0"));
            List<?> done = (List<?>) run(jedis, "EXEC");
            assertInstanceOf(JedisDataException.class, done.get(1));
            assertEquals(1L, done.get(2));
            assertEquals(0L, run(jedis, "EXISTS {c}3"));
        }
    }

    @Test
    void onlyScriptsThatCompileAreKept() {
        try (Jedis jedis = connect()) {
            String none = "a33f1d65a8f3995e86b6bee044233440ce1d37b4"; // of return(
            assertFails(
                    "ERR Error compiling script (new function): user_script:1: unexpected symbol"
                            + " near '<eof>'",
                    jedis,
                    "EVAL return( 0");
            assertEquals(List.of(0L), run(jedis, "SCRIPT EXISTS " + none));
            run(jedis, "MULTI");
            run(jedis, "EVAL return( 0");
            assertThrows(
                    JedisDataException.class,
                    () -> {
                        throw (JedisDataException) ((List<?>) run(jedis, "EXEC")).getFirst();
                    });
            assertEquals(List.of(0L), run(jedis, "SCRIPT EXISTS " + none));
            assertThrows(JedisDataException.class, () -> run(jedis, "EVAL error('x') 0"));
            String failing = "9851144f39f03a0d597a980c5aa79c80cb696891"; // of error('x')
            assertEquals(List.of(1L), run(jedis, "SCRIPT EXISTS " + failing));
        }
    }

    /** Also where one write of the key does it, without a read before it. */
    @Test
    void textThatOnlyLooksLikeANumberIsNone() {
        try (Jedis jedis = connect()) {
            run(jedis, "SELECT 2");
            for (String odd : List.of("007", "+5", "-0", "1e3", "9223372036854775808")) {
                run(jedis, "SET n " + odd);
                assertFails("ERR value is not an integer or out of range", jedis, "INCR n");
                assertFails("ERR value is not an integer or out of range", jedis, "INCRBY n 2");
                assertEquals(odd, run(jedis, "GET n"));
            }
            run(jedis, "SET n -7");
            assertEquals(-8L, run(jedis, "DECR n"));
        }
    }

    @Test
    void whatIsWrongWithACommandThatWaits() {
        try (Jedis jedis = connect()) {
            assertFails("ERR syntax error", jedis, "BLMOVE {b}1 {b}2 FOO LEFT -1");
            assertFails("ERR timeout is negative", jedis, "BLMOVE {b}1 {b}2 LEFT LEFT -1");
            assertFails("ERR syntax error", jedis, "BLMPOP -1 1 b FOO");
            assertFails("ERR timeout is not a float or out of range", jedis, "BLPOP x y z");
            long before = System.nanoTime();
            assertEquals(null, run(jedis, "XREAD BLOCK 0 BLOCK 1 STREAMS none $"));
            assertEquals(null, run(jedis, "BLPOP none 0x1p-8"));
            assertEquals(true, System.nanoTime() - before < 60_000_000_000L);
        }
    }
}
