package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Commands that nobody means well by: each gets a reply, and the node goes on. */
class HostileCommandsTest {
    private static final byte[] NO_KEY = {};
    private static final byte[] LONG_KEY = new byte[70_000];
    private static final byte[] LONG_MEMBER = new byte[5000];

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,strings:keys,all:together")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static List<Object[]> commands() {
        List<Object[]> all = new ArrayList<>();
        for (Object key : List.of(NO_KEY, LONG_KEY, "k", "{}", "{", "{t}\r\n", "\u00ff\u00fe")) {
            all.add(words("SET", key, "v"));
            all.add(words("GET", key));
            all.add(words("DEL", key, "other"));
            all.add(words("MGET", key, "other"));
            all.add(words("EXISTS", key));
            all.add(words("INCR", key));
            all.add(words("SADD", key, LONG_MEMBER));
            all.add(words("HSET", key, LONG_MEMBER, "v"));
            all.add(words("ZADD", key, "nan", "m"));
            all.add(words("ZADD", key, "1", LONG_MEMBER));
            all.add(words("RENAME", key, key));
            all.add(words("COPY", key, key));
            all.add(words("EXPIRE", key, "9223372036854775807"));
            all.add(words("EXPIRE", key, "-9223372036854775808"));
            all.add(words("PEXPIREAT", key, "9223372036854775807"));
            all.add(words("SET", key, "v", "PX", "9223372036854775807"));
            all.add(words("SETEX", key, "9223372036854775807", "v"));
            all.add(words("PSETEX", key, "9223372036854775000", "v"));
            all.add(words("SETRANGE", key, "2147483648", "x"));
            all.add(words("SETBIT", key, "9223372036854775807", "1"));
            all.add(words("BITFIELD", key, "SET", "i64", "#144115188075855871", "1"));
            all.add(words("GETRANGE", key, "-9223372036854775808", "9223372036854775807"));
            all.add(words("BLPOP", key, "1e300"));
            all.add(words("BLPOP", key, "nan"));
            all.add(words("BLPOP", key, "-1"));
            all.add(words("BLPOP", key, "0.001"));
            all.add(words("BLMOVE", key, key, "LEFT", "RIGHT", "0.001"));
            all.add(words("BZPOPMIN", key, "0.001"));
            all.add(words("WATCH", key));
            all.add(words("MULTI"));
            all.add(words("SET", key, "in a transaction"));
            all.add(words("RPUSH", key, "in a transaction"));
            all.add(words("EXEC"));
            all.add(words("DISCARD"));
            all.add(words("UNWATCH"));
            all.add(words("OBJECT", "ENCODING", key));
            all.add(words("SORT", key, "BY", "*->*", "GET", "*->*"));
            all.add(words("GEOADD", key, "180", "85.05112878", "v", "-180", "-85.05112878", "w"));
            all.add(words("GEOADD", key, "1e308", "-inf", "v"));
            all.add(words("GEORADIUS", key, "0", "0", "inf", "mi", "WITHCOORD", "WITHDIST"));
            all.add(words("GEORADIUS", key, "0", "0", "1e308", "km", "STOREDIST", key));
            all.add(words("GEOSEARCH", key, "FROMMEMBER", "v", "BYBOX", "1e-320", "inf", "m"));
            all.add(words("LPOS", key, "v", "RANK", "-9223372036854775808", "COUNT", "0"));
            all.add(words("LRANGE", key, "-9223372036854775808", "9223372036854775807"));
            all.add(words("SRANDMEMBER", key, "-9223372036854775808"));
            all.add(words("HRANDFIELD", key, "-100000000"));
            all.add(words("PUBLISH", key, LONG_KEY));
            all.add(words("CLUSTER", "KEYSLOT", key));
        }
        for (String cursor :
                List.of("", "x", "-1", "0", "16383", "16384", "18446744073709551615", "1e5")) {
            all.add(words("SCAN", cursor));
            all.add(words("SCAN", cursor, "COUNT", "9223372036854775807"));
            all.add(words("SCAN", cursor, "COUNT", "0"));
            all.add(words("SCAN", cursor, "MATCH", "*a*a*a*a*a*a*a*a*b", "TYPE", "x"));
            all.add(words("SSCAN", "s", cursor));
        }
        all.add(words("KEYS", "*?*?*?*?*?*?*?*?*?*[^"));
        all.add(words("HELLO", "3", "AUTH"));
        all.add(words("HELLO", "3", "x\r\n+OK"));
        all.add(words("HELLO", "9223372036854775807"));
        all.add(words("SELECT", "-1"));
        all.add(words("SELECT", "9223372036854775807"));
        all.add(words("CLIENT", "SETNAME", "a b"));
        all.add(words("CLIENT", "x\r\n$3\r\n"));
        all.add(words("CONFIG", "GET", "*"));
        all.add(words("COMMAND", "DOCS"));
        all.add(words("COMMAND", "INFO", "nothing", ""));
        all.add(words("COMMAND", "COUNT"));
        all.add(words("WAIT", "-1", "9223372036854775807"));
        all.add(words("PUBSUB", "CHANNELS", "[^"));
        all.add(words("INFO", "x", "y"));
        all.add(words("DBSIZE"));
        all.add(words("RANDOMKEY"));
        all.add(words(""));
        all.add(words("\r\n\0"));
        all.add(words("FLUSHALL", "SYNC", "x"));
        all.add(words("FLUSHALL"));
        return all;
    }

    private static Object[] words(Object... words) {
        return words;
    }

    @Test
    void eachHasAReply() throws IOException {
        for (String database : List.of("0", "1", "2")) {
            for (String version : List.of("2", "3")) {
                try (RespClient client = new RespClient(cluster.redisAddress(2))) {
                    client.ask("HELLO", version);
                    assertEquals("+OK", client.ask("SELECT", database));
                    for (Object[] command : commands()) {
                        String reply = String.valueOf(client.ask(command));
                        String shown = String.valueOf(command[0]) + command.length + ": " + reply;
                        assertTrue(!reply.contains("fault of the server"), shown);
                        Object echo = client.ask("ECHO", "p");
                        assertTrue(echo.equals("p") || echo.equals("+QUEUED"), shown);
                    }
                }
            }
        }
    }

    /** All at once, so that they meet each other in their batches. */
    @Test
    void eachHasAReplyInOnePipeline() throws Exception {
        for (String database : List.of("0", "1", "2")) {
            try (RespClient client = new RespClient(cluster.redisAddress(3))) {
                assertEquals("+OK", client.ask("SELECT", database));
                List<Object[]> commands = new ArrayList<>();
                commands()
                        .forEach(command -> {
                            if (!command[0].toString().matches("HELLO|SELECT|MULTI|WATCH")) {
                                commands.add(command);
                            }
                        });
                Thread sender =
                        Thread.ofPlatform()
                                .start(() -> {
                                    for (Object[] command : commands) {
                                        client.trySend(RespClient.command(command));
                                        client.trySend(RespClient.command("ECHO", "p"));
                                    }
                                });
                for (Object[] command : commands) {
                    String shown = command[0] + ": " + client.read();
                    assertEquals("p", client.read(), shown);
                }
                sender.join();
            }
        }
    }

    /** A command with so many words, all the same, behind its first ones. */
    private static Object[] many(int count, String word, Object... before) {
        List<Object> words = new ArrayList<>(List.of(before));
        words.addAll(Collections.nCopies(count, word));
        return words.toArray();
    }

    /** What is told for each name may be much more than the name. */
    @Test
    void whatTellsSomethingForEachNameTakesAThousand() throws IOException {
        try (RespClient client = new RespClient(cluster.redisAddress(1))) {
            for (String[] asking :
                    List.of(
                            new String[] {"COMMAND", "INFO", "client"},
                            new String[] {"COMMAND", "DOCS", "get"},
                            new String[] {"CONFIG", "GET", "port"})) {
                Object[] taken = many(ManyWords.MAX, asking[2], asking[0], asking[1]);
                Object[] refused = many(ManyWords.MAX + 1, asking[2], asking[0], asking[1]);
                assertTrue(client.ask(taken) instanceof List<?> told && !told.isEmpty());
                assertEquals(
                        "-ERR a command of this kind takes at most 1000 names; ask again for more",
                        client.ask(refused));
            }
        }
    }

    @Test
    void eachSectionIsToldOnceHoweverOftenItIsAskedFor() throws IOException {
        try (RespClient client = new RespClient(cluster.redisAddress(1))) {
            for (String section : List.of("all", "memory")) {
                String told = client.ask(many(200_000, section, "INFO", "memory")).toString();
                assertEquals(1, told.lines().filter("# Memory"::equals).count(), told);
                assertEquals(
                        section.equals("all") ? 6 : 1,
                        told.lines().filter(line -> line.startsWith("# ")).count());
            }
            assertEquals("", client.ask(many(200_000, "nothing", "INFO")));
        }
    }

    @Test
    void connectionsAreToldOnceHoweverOftenTheyAreNamed() throws IOException {
        try (RespClient client = new RespClient(cluster.redisAddress(1))) {
            String id = client.ask("CLIENT", "ID").toString();
            String told = client.ask(many(100_000, id, "CLIENT", "LIST", "ID")).toString();
            assertTrue(told.startsWith("id=" + id + " "), told);
            assertEquals(1, told.lines().count());
            assertEquals("", client.ask(many(100_000, "1", "CLIENT", "LIST", "ID")));
        }
    }

    /** All that a transaction executes by itself is done in one turn of the loop. */
    @Test
    void transactionsTellSoOftenWhatThereIsAndNoMore() throws IOException {
        try (RespClient client = new RespClient(cluster.redisAddress(1))) {
            client.ask("MULTI");
            for (int i = 0; i < 1000; i++) {
                assertEquals("+QUEUED", client.ask("COMMAND", "LIST", "FILTERBY", "PATTERN", "*"));
            }
            for (int i = 0; i < 1000; i++) {
                assertEquals("+QUEUED", client.ask("PING"));
            }
            List<?> replies = (List<?>) client.ask("EXEC");
            assertEquals(2000, replies.size());
            assertTrue(replies.get(99) instanceof List<?> names && names.contains("get"));
            for (int i = 100; i < 1000; i++) {
                assertEquals(
                        "-ERR not executed: a transaction executes at most 100 commands of this"
                                + " kind",
                        replies.get(i));
            }
            assertEquals("+PONG", replies.get(1999), "what is small is executed");
        }
    }

    @Test
    void behindMuchThatATransactionRepliesNothingOfItsOwnIsExecuted() throws IOException {
        try (RespClient client = new RespClient(cluster.redisAddress(1))) {
            client.ask("SET", "large", new byte[1 << 20]);
            client.ask("MULTI");
            for (int i = 0; i < 9; i++) {
                client.ask("GET", "large");
            }
            client.ask("PING");
            List<?> replies = (List<?>) client.ask("EXEC");
            assertEquals(
                    "-ERR not executed: the replies before it have more than 8388608 bytes",
                    replies.getLast());
        }
    }
}
