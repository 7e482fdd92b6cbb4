package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.node.MetricSums;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;

/**
 * Clients of Redis that ask for more than a node has memory for, that do not read what they asked
 * for, that go in the middle of something: they are served, refused or cut off, others are served,
 * and afterwards nothing of theirs is left.
 */
final class HostileRedisClientsTest {
    private static final String UNREAD = "paxosstore_clients_closed_total{reason=\"unread\"";
    private static final int MIB = 1 << 20;
    private static final int BUDGET_BYTES = 48 * MIB;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster =
                EmbeddedCluster.builder(3)
                        .set("redis.enabled", "true")
                        .set("redis.databases", "redis,strings:keys")
                        .set("server.shards", "2")
                        .set("server.memory", BUDGET_BYTES + "B")
                        .set("client.connections", "1200")
                        .set("client.frame-timeout", "2s")
                        .set("client.answer-timeout", "5s")
                        .set("client.outgoing-bytes", "4MiB")
                        .start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** A leak shows as a budget that is in use although nobody asks for anything. */
    @AfterEach
    void nothingIsLeft() throws Exception {
        for (int node = 1; node <= 3; node++) {
            await(node, "paxosstore_memory_used_bytes", used -> used == 0);
        }
        try (RespClient client = connect()) {
            awaitAlone(client);
            assertEquals(0L, client.ask("PUBSUB", "NUMPAT"));
            assertEquals(List.of(), client.ask("PUBSUB", "CHANNELS"));
        }
    }

    private static RespClient connect() throws IOException {
        return new RespClient(cluster.redisAddress(1));
    }

    private static double figure(int node, String name) {
        return MetricSums.of(cluster, node, name);
    }

    private static void await(int node, String name, DoublePredicate wanted) throws Exception {
        JedisClients.await(name, () -> wanted.test(figure(node, name)));
    }

    private static void awaitAlone(RespClient client) throws Exception {
        JedisClients.await("no other connection", () -> clients(client) <= 1);
        assertEquals(1, clients(client), "connections");
    }

    private static long clients(RespClient client) throws IOException {
        return client.ask("CLIENT", "LIST").toString().lines().count();
    }

    private static void assertServes() throws Exception {
        try (RespClient client = connect()) {
            for (int i = 0; i < 20; i++) {
                assertEquals("+OK", client.askWithin(5, "SET", "small" + i, "v"));
                assertEquals("v", client.askWithin(5, "GET", "small" + i));
            }
        }
    }

    private static void assertBounded() {
        double used = figure(1, "paxosstore_memory_used_bytes");
        assertTrue(used <= 1.5 * BUDGET_BYTES, "used " + used);
    }

    private static void close(List<RespClient> clients) {
        clients.forEach(RespClient::close);
    }

    private static byte[] value(int bytes) {
        return new byte[bytes];
    }

    /** What is announced costs nothing, and what comes not takes time from nobody. */
    @Test
    void announcementsThatAreNotKept() throws Exception {
        List<RespClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 200; i++) {
                RespClient client = connect();
                clients.add(client);
                client.send(RespClient.ascii("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1000000\r\nabc"));
            }
            assertServes();
            double used = figure(1, "paxosstore_memory_used_bytes");
            assertTrue(used < MIB, "used " + used);
            for (RespClient client : clients) {
                client.awaitEnd();
            }
        } finally {
            close(clients);
        }
    }

    @Test
    void unfinishedCommandsAreRefusedOrEndedInTime() throws Exception {
        byte[] command = RespClient.command("SET", "unfinished", value(1_000_000));
        List<RespClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 80; i++) {
                RespClient client = connect();
                clients.add(client);
                client.trySend(Arrays.copyOf(command, command.length - 1));
            }
            assertBounded();
            assertServes();
            for (RespClient client : clients) {
                client.awaitEnd();
            }
        } finally {
            close(clients);
        }
    }

    @Test
    void whoDoesNotReadHoldsNobodyUp() throws Exception {
        double before = figure(1, UNREAD);
        List<RespClient> clients = new ArrayList<>();
        try (RespClient writer = connect()) {
            for (int i = 0; i < 8; i++) {
                assertEquals("+OK", writer.ask("SET", "large" + i, value(MIB)));
            }
            for (int c = 0; c < 300; c++) {
                RespClient client = connect();
                clients.add(client);
                for (int i = 0; i < 100; i++) {
                    client.send(RespClient.command("GET", "large" + i % 8));
                }
                client.send(RespClient.command("COMMAND"));
            }
            for (int i = 0; i < 20; i++) {
                assertBounded();
                assertServes();
            }
            await(1, UNREAD, count -> count > before);
        } finally {
            close(clients);
        }
    }

    /** An honest client gets all it asked for, however much that is. */
    @Test
    void whoReadsGetsAll() throws Exception {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("SET", "large", value(MIB)));
            for (int i = 0; i < 30; i++) {
                client.send(RespClient.command("GET", "large"));
            }
            int got = 0;
            for (int i = 0; i < 30; i++) {
                String reply = client.read().toString();
                got += reply.length() == MIB ? 1 : 0;
                assertTrue(reply.length() == MIB || reply.startsWith("-TRYAGAIN"), reply);
            }
            assertTrue(got > 0, "some are served");
        }
    }

    @Test
    void longPipelinesAreAnsweredInOrder() throws Exception {
        try (RespClient client = connect()) {
            client.ask("DEL", "n");
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < 100; i++) {
                                    client.trySend(incrementsAndEchos(i * 500));
                                }
                            });
            for (int i = 0; i < 50_000; i++) {
                assertEquals(i + 1L, client.read());
                assertEquals("e" + i, client.read());
            }
            sender.join();
        }
    }

    private static byte[] incrementsAndEchos(int from) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = from; i < from + 500; i++) {
            all.writeBytes(RespClient.command("INCR", "n"));
            all.writeBytes(RespClient.command("ECHO", "e" + i));
        }
        return all.toByteArray();
    }

    /** Large writes to one key that wait for each other. */
    @Test
    void largeWritesThatWaitAreBounded() throws Exception {
        byte[] command = RespClient.command("SET", "one", value(MIB));
        List<RespClient> clients = new ArrayList<>();
        try {
            List<Thread> senders = new ArrayList<>();
            for (int c = 0; c < 10; c++) {
                RespClient client = connect();
                clients.add(client);
                senders.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    int sent = 0;
                                    while (sent < 40 && client.trySend(command)) {
                                        sent++;
                                    }
                                }));
            }
            for (int i = 0; i < 10; i++) {
                assertServes();
                assertBounded();
            }
            for (RespClient client : clients) {
                client.abandon();
            }
            for (Thread sender : senders) {
                sender.join();
            }
        } finally {
            close(clients);
        }
    }

    @Test
    void endlessTransactionsAreRefused() throws Exception {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("MULTI"));
            byte[] many = RespClient.command("SET", "k", value(100_000));
            boolean isRefused = false;
            for (int i = 0; i < 300; i++) {
                client.send(many);
                isRefused |= client.read().toString().startsWith("-");
            }
            assertTrue(isRefused, "there is an end");
            double used = figure(1, "paxosstore_memory_used_bytes");
            assertTrue(used < 8 * MIB, "used " + used);
            assertTrue(client.ask("EXEC").toString().startsWith("-EXECABORT"));
        }
    }

    @Test
    void whatTransactionsReplyIsBounded() throws Exception {
        try (RespClient client = connect()) {
            assertEquals("+OK", client.ask("SET", "large", value(MIB)));
            assertEquals("+OK", client.ask("MULTI"));
            for (int i = 0; i < 40; i++) {
                assertEquals("+QUEUED", client.ask("GET", "large"));
            }
            client.ask("SET", "large", "changed");
            String reply = client.ask("EXEC").toString();
            assertTrue(reply.startsWith("-ERR the replies"), "a reply of " + reply.length());
            assertEquals((long) MIB, client.ask("STRLEN", "large"), "nothing took effect");
            assertEquals("+OK", client.ask("MULTI"));
            for (int i = 0; i < 2000; i++) {
                assertEquals("+QUEUED", client.ask("COMMAND"));
            }
            List<?> replies = (List<?>) client.ask("EXEC");
            assertTrue(replies.getLast().toString().startsWith("-ERR not executed"));
        }
    }

    @Test
    void whatSplitCommandsReplyIsBounded() throws Exception {
        try (RespClient client = connect()) {
            for (String database : List.of("0", "1")) {
                client.ask("SELECT", database);
                assertEquals("+OK", client.ask("SET", "large", value(MIB)));
                List<Object> words = new ArrayList<>();
                words.add("MGET");
                words.add("other");
                for (int i = 0; i < 400; i++) {
                    words.add("large");
                }
                String reply = client.ask(words.toArray()).toString();
                assertTrue(reply.startsWith("-"), "a reply of " + reply.length());
                words = new ArrayList<>();
                words.add("DEL");
                for (int i = 0; i < 10_000; i++) {
                    words.add("k" + i);
                }
                String deleted = client.ask(words.toArray()).toString();
                assertTrue(deleted.equals("0") || deleted.startsWith("-"), deleted);
            }
        }
    }

    @Test
    void whoListensAndDoesNotReadIsCutOff() throws Exception {
        try (RespClient listener = connect();
                RespClient blocked = connect();
                RespClient publisher = connect()) {
            listener.ask("SUBSCRIBE", "news");
            blocked.ask("HELLO", "3");
            blocked.ask("SUBSCRIBE", "news");
            blocked.send(RespClient.command("BLPOP", "nothing", "0"));
            byte[] message = value(256 * 1024);
            long heard = 2;
            for (int i = 0; i < 400 && heard > 0; i++) {
                heard = (Long) publisher.ask("PUBLISH", "news", message);
                assertBounded();
            }
            listener.awaitEnd();
            blocked.awaitEnd();
        }
    }

    /** Each could cost as much as all that is subscribed to before it. */
    @Test
    void manySubscriptionsTakeNoTime() throws Exception {
        List<Object> words = new ArrayList<>();
        words.add("SUBSCRIBE");
        for (int i = 0; i < 60_000; i++) {
            words.add("c" + i);
        }
        long begin = System.nanoTime();
        try (RespClient client = connect()) {
            client.send(RespClient.command(words.toArray()));
            for (int i = 0; i < 60_000; i++) {
                List<?> told = (List<?>) client.read();
                assertEquals(i + 1L, told.get(2));
            }
        }
        assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(20));
    }

    /** A match takes a product of lengths; nobody holds up all others by that. */
    @Test
    void patternsAndNamesAreShort() throws Exception {
        byte[] pattern = RespClient.ascii("*a".repeat(100_000));
        byte[] name = RespClient.ascii("a".repeat(200_000));
        try (RespClient client = connect()) {
            for (String command : List.of("PSUBSCRIBE", "KEYS", "SUBSCRIBE")) {
                String reply = client.ask(command, pattern).toString();
                assertTrue(reply.startsWith("-ERR"), command);
            }
            assertTrue(client.ask("PUBLISH", name, "m").toString().startsWith("-ERR"));
            assertTrue(client.ask("SCAN", "0", "MATCH", pattern).toString().startsWith("-ERR"));
            assertTrue(client.ask("PUBSUB", "CHANNELS", pattern).toString().startsWith("-ERR"));
            assertTrue(client.ask("CLIENT", "SETNAME", name).toString().startsWith("-ERR"));
        }
    }

    /** What is sent while a command waits is executed behind it. */
    @Test
    void commandsBehindOneThatWaits() throws Exception {
        try (RespClient client = connect();
                RespClient other = connect()) {
            client.send(RespClient.command("BLPOP", "queue", "0"));
            for (int i = 0; i < 3000; i++) {
                client.send(RespClient.command("ECHO", "e" + i));
            }
            assertEquals(1L, other.ask("RPUSH", "queue", "x"));
            assertEquals(List.of("queue", "x"), client.read());
            for (int i = 0; i < 3000; i++) {
                assertEquals("e" + i, client.read());
            }
        }
    }

    /** Whoever goes, at whatever stage, leaves nothing behind, and takes nothing with him. */
    @Test
    void whoGoesInTheMiddleLeavesNothing() throws Exception {
        List<byte[]> stages =
                List.of(
                        RespClient.command("WATCH", "w"),
                        RespClient.command("SCAN", "0", "COUNT", "100000"),
                        RespClient.command("BLPOP", "gone", "gone2", "0"),
                        RespClient.command("BZPOPMIN", "gonez", "0"),
                        RespClient.command("FLUSHALL"),
                        RespClient.command("DBSIZE"),
                        RespClient.command("SUBSCRIBE", "a", "b"),
                        RespClient.command("PSUBSCRIBE", "a*"),
                        RespClient.command("SET", "k", value(MIB)),
                        RespClient.ascii("*2\r\n$3\r\nGET\r\n$100\r\nab"));
        for (int round = 0; round < 10; round++) {
            for (byte[] stage : stages) {
                try (RespClient client = connect()) {
                    client.send(RespClient.command("MULTI"));
                    client.send(RespClient.command("SET", "m", "1"));
                    client.send(RespClient.command("EXEC"));
                    client.send(stage);
                    if (round % 2 == 0) {
                        client.read();
                        client.read();
                    }
                }
            }
        }
        try (RespClient client = connect()) {
            awaitAlone(client);
            assertEquals(1L, client.ask("RPUSH", "gone", "x"));
            assertEquals(1L, client.ask("RPUSH", "gone2", "x"));
            assertEquals(1L, client.ask("LLEN", "gone"));
            assertEquals(1L, client.ask("LLEN", "gone2"));
        }
    }

    /** It costs neither the connection nor the commands behind it; a transaction it does. */
    @Test
    void aValueThatIsTooLongIsAnError() throws Exception {
        String tooLong = "-ERR a word of the command has 1048577 bytes, and may have 1048576";
        byte[] value = new byte[(1 << 20) + 1];
        try (RespClient client = connect()) {
            client.send(RespClient.command("SET", "long", value));
            client.send(RespClient.command("EXISTS", "long"));
            assertEquals(tooLong, client.read());
            assertEquals(0L, client.read());
            assertEquals("+OK", client.ask("MULTI"));
            assertEquals(tooLong, client.ask("SET", "long", value));
            assertTrue(client.ask("EXEC").toString().startsWith("-EXECABORT"));
            assertEquals("+OK", client.ask("SET", "long", "short"));
        }
    }

    /** One of those that wait goes while it is his turn: the next gets what is there. */
    @Test
    void whoGoesDoesNotTakeTheTurnOfOthers() throws Exception {
        for (int round = 0; round < 30; round++) {
            String key = "turn" + round;
            try (RespClient first = connect();
                    RespClient second = connect();
                    RespClient writer = connect()) {
                first.send(RespClient.command("BLPOP", key, "other" + round, "20"));
                second.send(RespClient.command("BLPOP", key, "other" + round, "20"));
                awaitBlocked(writer, 2);
                writer.send(RespClient.command("RPUSH", "other" + round, "b"));
                writer.send(RespClient.command("RPUSH", key, "a"));
                if (round % 2 == 0) {
                    assertTrue(first.read() instanceof List<?>);
                } else {
                    first.abandon();
                }
                assertTrue(second.read() instanceof List<?>, "round " + round);
            }
        }
    }

    private static void awaitBlocked(RespClient client, int count) throws Exception {
        JedisClients.await(count + " that wait", () -> blocked(client) >= count);
    }

    private static long blocked(RespClient client) throws IOException {
        return client.ask("CLIENT", "LIST")
                .toString()
                .lines()
                .filter(line -> line.contains("flags=b"))
                .count();
    }
}
