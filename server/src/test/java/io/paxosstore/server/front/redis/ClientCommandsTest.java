package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.args.UnblockType;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Commands that wait, what other connections tell of them and do to them, and transactions. */
class ClientCommandsTest {
    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(1)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis:together")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect() {
        return JedisClients.connect(cluster, 1);
    }

    private static void awaitBlocked(Jedis jedis, int count) throws Exception {
        JedisClients.await(
                count + " commands that wait",
                () -> jedis.info("clients").contains("blocked_clients:" + count + "\r\n"));
    }

    @Test
    void aCommandThatWaitsIsCountedShownAndEnded() throws Exception {
        try (Jedis jedis = connect();
                Jedis waiting = connect()) {
            long id = waiting.clientId();
            awaitBlocked(jedis, 0);
            CompletableFuture<List<String>> first =
                    CompletableFuture.supplyAsync(() -> waiting.blpop(0, "u"));
            awaitBlocked(jedis, 1);
            assertTrue(jedis.clientList(id).contains(" flags=b "), jedis.clientList(id));
            assertEquals(1, jedis.clientUnblock(id));
            assertNull(first.get());
            assertEquals(0, jedis.clientUnblock(id));
            CompletableFuture<List<String>> second =
                    CompletableFuture.supplyAsync(() -> waiting.brpop(0, "u"));
            awaitBlocked(jedis, 1);
            assertEquals(1, jedis.clientUnblock(id, UnblockType.ERROR));
            ExecutionException failed = assertThrows(ExecutionException.class, second::get);
            assertEquals(
                    "UNBLOCKED client unblocked via CLIENT UNBLOCK",
                    Objects.requireNonNull(failed.getCause()).getMessage());
            assertEquals(1, jedis.rpush("u", "kept"));
            assertEquals(List.of("u", "kept"), waiting.blpop(0, "u"));
            assertTrue(jedis.clientList(id).contains(" flags=N "), jedis.clientList(id));
        }
    }

    @Test
    void whatIsOfAnotherTypeDoesNotEndTheWaiting() throws Exception {
        try (Jedis jedis = connect();
                Jedis waiting = connect()) {
            CompletableFuture<List<String>> popped =
                    CompletableFuture.supplyAsync(() -> waiting.blpop(0, "w"));
            awaitBlocked(jedis, 1);
            jedis.set("w", "string");
            jedis.set("w", "another");
            awaitBlocked(jedis, 1);
            jedis.del("w");
            jedis.rpush("w", "element");
            assertEquals(List.of("w", "element"), popped.get());
            jedis.set("w", "string");
            assertThrows(JedisDataException.class, () -> waiting.blpop(0, "w"));
            jedis.del("w");
        }
    }

    @Test
    void aCommandThatWaitsChangesNothing() throws Exception {
        try (Jedis jedis = connect();
                Jedis waiting = connect()) {
            CompletableFuture<String> moved =
                    CompletableFuture.supplyAsync(() -> waiting.brpoplpush("from", "to", 0));
            awaitBlocked(jedis, 1);
            jedis.watch("to");
            jedis.sendCommand(Protocol.Command.MULTI);
            jedis.sendCommand(Protocol.Command.GET, "none");
            assertEquals(1, ((List<?>) jedis.sendCommand(Protocol.Command.EXEC)).size());
            jedis.rpush("from", "element");
            assertEquals("element", moved.get());
        }
    }

    @Test
    void connectionsAreEndedByTheirIdOrAddress() {
        try (Jedis jedis = connect();
                Jedis first = connect();
                Jedis second = connect()) {
            String number = Long.toString(first.clientId());
            String notLast = Long.toString(second.clientId());
            assertEquals(1L, client(jedis, "KILL", "ID", notLast, "ID", number));
            assertThrows(JedisConnectionException.class, first::ping);
            String line = second.clientList(second.clientId());
            String address = line.replaceAll("(?s).* addr=(\\S+) .*", "$1");
            assertEquals("OK", jedis.clientKill(address));
            assertThrows(JedisConnectionException.class, second::ping);
            JedisDataException none =
                    assertThrows(JedisDataException.class, () -> jedis.clientKill(address));
            assertEquals("ERR No such client", none.getMessage());
            String own = Long.toString(jedis.clientId());
            assertEquals(0L, client(jedis, "KILL", "ID", own));
            assertEquals(1L, client(jedis, "KILL", "ID", own, "SKIPME", "no"));
            assertThrows(JedisConnectionException.class, jedis::ping);
        }
    }

    @Test
    void aLineOfAConnectionHasAllFieldsOfRedis() {
        try (Jedis jedis = connect()) {
            client(jedis, "SETINFO", "LIB-NAME", "own(v1.0)");
            assertThrows(
                    JedisDataException.class, () -> client(jedis, "SETINFO", "LIB-NAME", "a b"));
            String line = jedis.clientInfo().strip();
            assertEquals(
                    "id addr laddr fd name age idle flags db sub psub ssub multi qbuf qbuf-free"
                            + " argv-mem multi-mem rbs rbp obl oll omem tot-mem events cmd user"
                            + " redir resp lib-name lib-ver",
                    line.replaceAll("=\\S*", ""));
            for (String name : List.of("id", "age", "idle", "qbuf", "obl", "omem", "tot-mem")) {
                assertTrue(line.matches(".*\\b" + name + "=\\d+ .*"), line);
            }
            assertTrue(line.contains(" cmd=client user=default "), line);
            assertTrue(line.contains(" lib-name=own(v1.0) "), line);
        }
    }

    @Test
    void whoListensIsShownAndEndedByItsKind() {
        try (Jedis jedis = connect();
                Jedis listening = connect()) {
            String id = Long.toString(listening.clientId());
            listening.sendCommand(Protocol.Command.SUBSCRIBE, "c");
            listening.sendCommand(Protocol.Command.PSUBSCRIBE, "p*");
            String line = jedis.clientList(ClientType.PUBSUB).strip();
            assertTrue(line.startsWith("id=" + id + " "), line);
            assertTrue(line.contains(" flags=P db=0 sub=1 psub=1 ssub=0 "), line);
            String others = jedis.clientList(ClientType.NORMAL);
            assertFalse(others.contains("id=" + id + " "), others);
            assertEquals(0L, client(jedis, "KILL", "LADDR", "127.0.0.1:1"));
            assertFails(jedis, "ERR No such user 'other'", "CLIENT", "KILL", "USER", "other");
            assertEquals(1L, client(jedis, "KILL", "TYPE", "pubsub", "USER", "default"));
            assertThrows(JedisConnectionException.class, listening::ping);
        }
    }

    private static Object client(Jedis jedis, String... words) {
        return jedis.sendCommand(Protocol.Command.CLIENT, words);
    }

    @Test
    void whoWantsNoRepliesGetsNone() throws Exception {
        String commands =
                String.join(
                        "\r\n",
                        "CLIENT REPLY SKIP",
                        "PING a",
                        "PING b",
                        "CLIENT REPLY OFF",
                        "PING c",
                        "SET silent 1",
                        "GET silent",
                        "CLIENT REPLY ON",
                        "PING d",
                        "QUIT",
                        "");
        assertEquals("$1\r\nb\r\n+OK\r\n$1\r\nd\r\n+OK\r\n", exchange(commands));
    }

    @Test
    void whatABrowserCanBeMadeToSendIsNotExecuted() throws Exception {
        for (String request :
                List.of(
                        "POST / HTTP/1.1\r\nHost: x\r\n\r\nSET sent 1\r\n",
                        "GET / HTTP/1.1\r\nhost: x\r\nSET sent 1\r\n")) {
            String told = exchange(request);
            assertTrue(told.endsWith("-ERR Protocol error: HTTP is not spoken here\r\n"), told);
        }
        try (Jedis jedis = connect()) {
            assertFalse(jedis.exists("sent"));
        }
    }

    /** What is told until the server closes the connection. */
    private static String exchange(String request) throws Exception {
        InetSocketAddress address = cluster.redisAddress(1);
        try (Socket socket = new Socket(address.getHostString(), address.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(all);
            return all.toString(StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aCommandOnNoKeysSaysWhatIsWrong() {
        try (Jedis jedis = connect()) {
            assertFails(jedis, "ERR numkeys should be greater than 0", "SINTERCARD", "0", "a");
            assertFails(jedis, "ERR numkeys should be greater than 0", "LMPOP", "0", "a", "LEFT");
            assertFails(
                    jedis, "ERR numkeys should be greater than 0", "BZMPOP", "1", "0", "a", "MIN");
            assertFails(
                    jedis,
                    "ERR at least 1 input key is needed for 'zunion' command",
                    "ZUNION",
                    "0",
                    "a");
        }
    }

    private static void assertFails(Jedis jedis, String text, String name, String... words) {
        JedisDataException failed =
                assertThrows(
                        JedisDataException.class,
                        () ->
                                jedis.sendCommand(
                                        () -> name.getBytes(StandardCharsets.US_ASCII), words));
        assertEquals(text, failed.getMessage());
    }

    @Test
    void aMistakeAboutTransactionsDoesNotEndOne() {
        try (Jedis jedis = connect()) {
            jedis.sendCommand(Protocol.Command.MULTI);
            assertFails(jedis, "ERR MULTI calls can not be nested", "MULTI");
            assertFails(jedis, "ERR WATCH inside MULTI is not allowed", "WATCH", "k");
            assertEquals(List.of(), jedis.sendCommand(Protocol.Command.EXEC));
        }
    }

    @Test
    void aWatchedKeyThatExpiresEndsTheTransaction() throws Exception {
        try (Jedis jedis = connect()) {
            jedis.psetex("x", 50, "v");
            jedis.set("y", "w");
            jedis.watch("y", "x");
            jedis.watch("y");
            JedisClients.await("x has expired", () -> !jedis.exists("x"));
            jedis.sendCommand(Protocol.Command.MULTI);
            jedis.sendCommand(Protocol.Command.PING);
            assertNull(jedis.sendCommand(Protocol.Command.EXEC));
        }
    }
}
