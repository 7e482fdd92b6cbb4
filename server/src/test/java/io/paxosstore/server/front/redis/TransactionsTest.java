package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;

/** Commands of the connection's own between MULTI and EXEC, and keys that cannot be stored. */
class TransactionsTest {
    private static final String NO_KEY = "-ERR a key without a byte cannot be stored";
    private static final String ABORTED =
            "-EXECABORT Transaction discarded because of previous errors.";

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "first,second,strings:keys,all:together")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void empty() throws IOException {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("FLUSHALL"));
        }
    }

    private static RespClient connect() throws IOException {
        return new RespClient(cluster.redisAddress(1));
    }

    private static void queue(RespClient client, Object... words) throws IOException {
        assertEquals("+QUEUED", client.ask(words));
    }

    /** More than one question can name; also the same again and again. */
    @Test
    void asManyKeysAsOneLikesAreWatched() throws IOException {
        int keys = 2_500;
        Object[] watch = new Object[1 + 2 * keys];
        watch[0] = "WATCH";
        for (int i = 0; i < 2 * keys; i++) {
            watch[1 + i] = "{t}" + i / 2;
        }
        try (RespClient client = connect();
                RespClient other = connect()) {
            for (String changed : List.of("{t}0", "{t}1500", "{t}2499", "")) {
                assertEquals("+OK", client.ask(watch));
                if (!changed.isEmpty()) {
                    assertEquals("+OK", other.ask("SET", changed, "v"));
                }
                assertEquals("+OK", client.ask("MULTI"));
                queue(client, "GET", "{t}0");
                Object executed = changed.isEmpty() ? List.of("v") : RespClient.NOTHING;
                assertEquals(executed, client.ask("EXEC"));
            }
        }
    }

    @Test
    void anExecThatIsRefusedEndsTheTransaction() throws IOException {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("MULTI"));
            queue(client, "SET", "k", "v");
            assertEquals(
                    "-EXECABORT Transaction discarded because of: wrong number of arguments for"
                            + " 'exec' command",
                    client.ask("EXEC", "foo"));
            assertEquals("-ERR EXEC without MULTI", client.ask("EXEC"));
            assertEquals(RespClient.NOTHING, client.ask("GET", "k"));
            assertEquals(
                    "-ERR wrong number of arguments for 'exec' command", client.ask("EXEC", "x"));
        }
    }

    /** The commands behind EXEC are sent before it is answered. */
    @Test
    void selectIsExecutedInItsPlace() throws IOException {
        try (RespClient client = connect()) {
            client.ask("SET", "k", "of the first");
            for (String[] words :
                    List.of(
                            new String[] {"MULTI"},
                            new String[] {"SELECT", "1"},
                            new String[] {"SET", "k", "of the second"},
                            new String[] {"GET", "k"},
                            new String[] {"EXEC"},
                            new String[] {"GET", "k"},
                            new String[] {"SELECT", "0"},
                            new String[] {"GET", "k"})) {
                client.send(RespClient.command((Object[]) words));
            }
            assertEquals("+OK", client.read());
            for (int i = 0; i < 3; i++) {
                assertEquals("+QUEUED", client.read());
            }
            assertEquals(List.of("+OK", "+OK", "of the second"), client.read());
            assertEquals("of the second", client.read());
            assertEquals("+OK", client.read());
            assertEquals("of the first", client.read());
        }
    }

    @Test
    void selectMayComeBehindTheKeysToo() throws IOException {
        try (RespClient client = connect()) {
            client.ask("MULTI");
            queue(client, "SET", "k", "v");
            queue(client, "SELECT", "1");
            queue(client, "PING");
            queue(client, "SELECT", "0");
            queue(client, "GET", "k");
            queue(client, "SELECT", "1");
            assertEquals(List.of("+OK", "+OK", "+PONG", "+OK", "v", "+OK"), client.ask("EXEC"));
            assertEquals(RespClient.NOTHING, client.ask("GET", "k"));
        }
    }

    /** It would be executed where the watched key is, in the other database. */
    @Test
    void aScriptWithoutKeysIsNotForTheDatabaseOfWhatIsWatched() throws IOException {
        try (RespClient client = connect()) {
            client.ask("WATCH", "k");
            client.ask("MULTI");
            queue(client, "SELECT", "1");
            queue(client, "EVAL", "return redis.call('SET', 'k', 'v')", "0");
            assertEquals(
                    "-CROSSSLOT Keys in request don't hash to the same slot", client.ask("EXEC"));
            for (String database : List.of("0", "1")) {
                client.ask("SELECT", database);
                assertEquals(RespClient.NOTHING, client.ask("GET", "k"));
            }
        }
    }

    @Test
    void keysAreOfOneDatabase() throws IOException {
        try (RespClient client = connect()) {
            client.ask("MULTI");
            queue(client, "SET", "k", "v");
            queue(client, "SELECT", "1");
            assertEquals(
                    "-ERR the keys of a transaction must be in one database",
                    client.ask("GET", "k"));
            assertEquals(ABORTED, client.ask("EXEC"));
            client.ask("MULTI");
            assertTrue(client.ask("SELECT", "2").toString().startsWith("-ERR this database"));
            assertEquals(ABORTED, client.ask("EXEC"));
            assertEquals(RespClient.NOTHING, client.ask("GET", "k"));
        }
    }

    /** As redis-server 7.0 does it. */
    @Test
    void databasesThatAreNoneAreForExecToTell() throws IOException {
        try (RespClient client = connect()) {
            String noNumber = "-ERR value is not an integer or out of range";
            String noDatabase = "-ERR DB index is out of range";
            assertEquals(noNumber, client.ask("SELECT", "abc"));
            assertEquals(noNumber, client.ask("SELECT", "99999999999999999999"));
            assertEquals(noDatabase, client.ask("SELECT", "-1"));
            client.ask("MULTI");
            queue(client, "SELECT", "abc");
            queue(client, "SELECT", "99");
            queue(client, "PING");
            assertEquals(List.of(noNumber, noDatabase, "+PONG"), client.ask("EXEC"));
        }
    }

    @Test
    void selectIsNotExecutedWithoutTheOthers() throws IOException {
        try (RespClient client = connect();
                RespClient other = connect()) {
            client.ask("SET", "k", "before");
            client.ask("WATCH", "k");
            other.ask("SET", "k", "changed");
            client.ask("MULTI");
            queue(client, "GET", "k");
            queue(client, "SELECT", "1");
            assertEquals(RespClient.NOTHING, client.ask("EXEC"));
            assertEquals("changed", client.ask("GET", "k"));
        }
    }

    @Test
    void authIsExecutedInItsPlace() throws IOException {
        try (RespClient client = connect()) {
            client.ask("MULTI");
            queue(client, "AUTH", "default", "x");
            queue(client, "AUTH", "nobody", "x");
            List<?> replies = (List<?>) client.ask("EXEC");
            assertEquals("+OK", replies.getFirst());
            assertTrue(replies.getLast().toString().startsWith("-WRONGPASS"), replies.toString());
        }
    }

    @Test
    void whatCannotBePartOfATransactionIsRefused() throws IOException {
        try (RespClient client = connect()) {
            for (String command :
                    List.of(
                            "HELLO",
                            "SUBSCRIBE c",
                            "UNSUBSCRIBE",
                            "PSUBSCRIBE c",
                            "SSUBSCRIBE c",
                            "WAIT 0 0",
                            "KEYS *",
                            "SCAN 0",
                            "DBSIZE")) {
                client.ask("MULTI");
                assertEquals(
                        "-ERR Command not allowed inside a transaction",
                        client.ask((Object[]) command.split(" ")),
                        command);
                assertEquals(ABORTED, client.ask("EXEC"), command);
            }
        }
    }

    @Test
    void aKeyWithoutAByteIsRefusedEverywhere() throws IOException {
        try (RespClient client = connect()) {
            for (String database : List.of("0", "3")) {
                client.ask("SELECT", database);
                assertEquals(NO_KEY, client.ask("GET", ""));
                assertEquals(NO_KEY, client.ask("DEL", "a", "b", ""));
                assertEquals(NO_KEY, client.ask("WATCH", ""));
                assertEquals(NO_KEY, client.ask("EVAL", "return 1", "1", ""));
                client.ask("MULTI");
                assertEquals(NO_KEY, client.ask("SET", "", "v"));
                assertEquals(ABORTED, client.ask("EXEC"));
                client.ask("MULTI");
                assertEquals(NO_KEY, client.ask("EVAL", "return 1", "1", ""));
                assertEquals(ABORTED, client.ask("EXEC"));
                String made = "return redis.call('SET', '', 'v')";
                assertTrue(client.ask("EVAL", made, "1", "k").toString().startsWith("-ERR"));
                assertEquals(0L, client.ask("DBSIZE"));
            }
            assertTrue(
                    client.ask("EVAL", "return redis.call('GET', '')", "1", "k")
                            .toString()
                            .startsWith(NO_KEY));
        }
    }

    /** Before, those before the wrong one were executed. */
    @Test
    void nothingOfASplitCommandIsExecutedThatHasAWrongKey() throws IOException {
        try (RespClient client = connect()) {
            client.ask("SET", "a", "v");
            assertEquals(NO_KEY, client.ask("DEL", "a", "b", ""));
            assertEquals("v", client.ask("GET", "a"));
        }
    }
}
