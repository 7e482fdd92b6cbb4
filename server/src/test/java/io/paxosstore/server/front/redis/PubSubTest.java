package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisProtocol;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Messages reach those who listen, at whichever node. */
class PubSubTest {
    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.builder(3).set("redis.enabled", "true").start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect(int node, RedisProtocol protocol) {
        return JedisClients.connect(cluster, node, protocol);
    }

    /** Keeps what it hears. */
    private static final class Heard extends JedisPubSub {
        final BlockingQueue<String> said = new LinkedBlockingQueue<>();

        @Override
        public void onSubscribe(String channel, int count) {
            said.add("subscribed " + channel + " " + count);
        }

        @Override
        public void onPSubscribe(String pattern, int count) {
            said.add("subscribed " + pattern + " " + count);
        }

        @Override
        public void onMessage(String channel, String message) {
            said.add(channel + ": " + message);
        }

        @Override
        public void onPMessage(String pattern, String channel, String message) {
            said.add(pattern + " " + channel + ": " + message);
        }

        String next() throws InterruptedException {
            String next = said.poll(20, TimeUnit.SECONDS);
            return next == null ? "nothing" : next;
        }
    }

    @Test
    void messagesReachOtherNodesInTheirOrder() throws Exception {
        hears(RedisProtocol.RESP2);
        hears(RedisProtocol.RESP3);
    }

    private static void hears(RedisProtocol protocol) throws Exception {
        Heard channel = new Heard();
        Heard pattern = new Heard();
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Void> one =
                listen(1, protocol, asked, jedis -> jedis.subscribe(channel, "news", "other"));
        CompletableFuture<Void> two =
                listen(2, protocol, asked, jedis -> jedis.psubscribe(pattern, "n?ws"));
        assertEquals("subscribed news 1", channel.next());
        assertEquals("subscribed other 2", channel.next());
        assertEquals("subscribed n?ws 1", pattern.next());
        try (Jedis third = connect(3, protocol);
                Jedis first = connect(1, protocol)) {
            assertEquals(Map.of("news", 1L, "x", 0L), first.pubsubNumSub("news", "x"));
            for (int i = 0; i < 100; i++) {
                assertEquals(0, third.publish("news", "m" + i));
            }
            for (int i = 0; i < 100; i++) {
                assertEquals("news: m" + i, channel.next());
                assertEquals("n?ws news: m" + i, pattern.next());
            }
            assertEquals(1, first.publish("news", "last"));
            assertEquals("news: last", channel.next());
            assertEquals("n?ws news: last", pattern.next());
        }
        channel.unsubscribe();
        pattern.punsubscribe();
        asked.countDown();
        one.get(20, TimeUnit.SECONDS);
        two.get(20, TimeUnit.SECONDS);
        assertTrue(channel.said.isEmpty(), channel.said.toString());
        assertTrue(pattern.said.isEmpty(), pattern.said.toString());
    }

    /** Who hears of something may read what was written before it was published. */
    @Test
    void aMessageDoesNotOvertakeTheCommandsBeforeIt() throws Exception {
        List<String> message = List.of("message", "order", "m");
        try (RespClient client = listening("order")) {
            for (int i = 0; i < 20; i++) {
                client.send(RespClient.command("SET", "k" + i, "v"));
                client.send(RespClient.command("PUBLISH", "order", "m"));
                assertEquals("+OK", client.read());
                assertEquals(Set.of(message, 1L), nextTwo(client));
            }
            client.send(RespClient.command("SET", "k", "v"));
            for (String command : List.of("MULTI", "PUBLISH order m", "EXEC")) {
                client.send(RespClient.command((Object[]) command.split(" ")));
            }
            assertEquals("+OK", client.read());
            assertEquals("+OK", client.read());
            assertEquals("+QUEUED", client.read());
            assertEquals(Set.of(message, List.of(1L)), nextTwo(client));
            client.send(RespClient.command("SET", "k", "v"));
            for (String command : List.of("MULTI", "SET l v", "PUBLISH order m", "EXEC")) {
                client.send(RespClient.command((Object[]) command.split(" ")));
            }
            assertEquals("+OK", client.read());
            assertEquals("+OK", client.read());
            assertEquals("+QUEUED", client.read());
            assertEquals("+QUEUED", client.read());
            assertEquals(Set.of(message, List.of("+OK", 1L)), nextTwo(client));
        }
    }

    /** Among them are such as wait for their turn, and such as do not. */
    @Test
    void messagesOfAPipelineComeInItsOrder() throws Exception {
        int count = 200;
        ByteArrayOutputStream pipeline = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            if (i % 3 == 0) {
                pipeline.writeBytes(RespClient.command("SET", "p" + i, "v"));
            }
            pipeline.writeBytes(RespClient.command("PUBLISH", "pipeline", "m" + i));
        }
        try (RespClient listener = listening("pipeline");
                RespClient client = new RespClient(cluster.redisAddress(1))) {
            client.send(pipeline.toByteArray());
            for (int i = 0; i < count; i++) {
                assertEquals(List.of("message", "pipeline", "m" + i), listener.read());
                if (i % 3 == 0) {
                    assertEquals("+OK", client.read());
                }
                assertEquals(1L, client.read());
            }
        }
    }

    /** It is heard by who listened when it was its turn. */
    @Test
    void subscriptionsKeepTheirPlacesAmongMessages() throws Exception {
        try (RespClient client = listening("places")) {
            for (int i = 0; i < 20; i++) {
                for (String command :
                        List.of(
                                "SET places v",
                                "PUBLISH places heard",
                                "UNSUBSCRIBE places",
                                "SET places v",
                                "PUBLISH places unheard",
                                "SUBSCRIBE places",
                                "ECHO end")) {
                    client.send(RespClient.command((Object[]) command.split(" ")));
                }
                List<Object> told = new ArrayList<>();
                while (!told.contains("end")) {
                    told.add(client.read());
                }
                int heard = told.indexOf(List.of("message", "places", "heard"));
                assertTrue(
                        heard >= 0 && heard < told.indexOf(List.of("unsubscribe", "places", 0L)),
                        told::toString);
                told.remove(heard);
                assertEquals(
                        List.of(
                                "+OK",
                                1L,
                                List.of("unsubscribe", "places", 0L),
                                "+OK",
                                0L,
                                List.of("subscribe", "places", 1L),
                                "end"),
                        told);
            }
        }
    }

    /** What a transaction or a script has sent before is told before the end of a subscription. */
    @Test
    void subscriptionsDoNotEndBeforeWhatWasSentBefore() throws Exception {
        for (String end : List.of("UNSUBSCRIBE ended", "RESET")) {
            for (int i = 0; i < 20; i++) {
                try (RespClient client = listening("ended")) {
                    String script = "EVAL redis.call('publish','ended','script') 1 {e}" + i;
                    for (String command :
                            List.of(
                                    "MULTI",
                                    "SET {x} v",
                                    "PUBLISH ended transaction",
                                    "EXEC",
                                    script,
                                    end)) {
                        client.send(RespClient.command((Object[]) command.split(" ")));
                    }
                    Set<Object> told = new HashSet<>();
                    for (int j = 0; j < 7; j++) {
                        told.add(client.read());
                    }
                    assertTrue(
                            told.contains(List.of("message", "ended", "transaction")),
                            told::toString);
                    assertTrue(
                            told.contains(List.of("message", "ended", "script")), told::toString);
                    Object last = client.read();
                    assertEquals(
                            end.equals("RESET") ? "+RESET" : List.of("unsubscribe", "ended", 0L),
                            last);
                    assertEquals("+PONG", client.ask("PING"));
                }
            }
        }
    }

    /** What came before the end of the connection is executed. */
    @Test
    void whatIsBehindAMessageIsExecutedIfItsClientLeaves() throws Exception {
        try (RespClient listener = listening("leaving");
                RespClient other = new RespClient(cluster.redisAddress(1))) {
            for (int i = 0; i < 20; i++) {
                String key = "behind" + i;
                ByteArrayOutputStream pipeline = new ByteArrayOutputStream();
                pipeline.writeBytes(RespClient.command("SET", "before" + i, "v"));
                pipeline.writeBytes(RespClient.command("PUBLISH", "leaving", "m" + i));
                pipeline.writeBytes(RespClient.command("SET", key, "v"));
                try (RespClient client = new RespClient(cluster.redisAddress(1))) {
                    client.send(pipeline.toByteArray());
                }
                assertEquals(List.of("message", "leaving", "m" + i), listener.read());
                assertEquals("v", other.ask("GET", "before" + i));
                JedisClients.await(key, () -> other.ask("GET", key).equals("v"));
            }
        }
    }

    /** A message and the reply to who has sent it come in any order. */
    private static Set<Object> nextTwo(RespClient client) throws IOException {
        Set<Object> two = new HashSet<>();
        two.add(client.read());
        two.add(client.read());
        return two;
    }

    /** A client of version 3 that listens to a channel. */
    private static RespClient listening(String channel) throws IOException {
        RespClient client = new RespClient(cluster.redisAddress(1));
        client.ask("HELLO", "3");
        assertEquals(List.of("subscribe", channel, 1L), client.ask("SUBSCRIBE", channel));
        return client;
    }

    @Test
    void messagesDoNotWaitForACommandThatWaits() throws Exception {
        try (RespClient client = listening("meanwhile");
                Jedis other = connect(2, RedisProtocol.RESP3)) {
            client.send(RespClient.command("BLPOP", "queue", "0"));
            for (int i = 0; i < 100; i++) {
                other.publish("meanwhile", "m" + i);
                assertEquals(List.of("message", "meanwhile", "m" + i), client.read());
            }
            other.rpush("queue", "e");
            assertEquals(List.of("queue", "e"), client.read());
        }
    }

    /** In version 2 it would be taken for the reply to the next command. */
    @Test
    void nothingIsHeardBehindTheLastWord() throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        Thread publisher =
                Thread.ofPlatform()
                        .start(() -> {
                            try (Jedis jedis = connect(2, RedisProtocol.RESP2)) {
                                while (!isOver.get()) {
                                    jedis.publish("last", "m");
                                }
                            }
                        });
        int heard = 0;
        try (RespClient client = new RespClient(cluster.redisAddress(1))) {
            for (int i = 0; i < 500 || (heard == 0 && publisher.isAlive()); i++) {
                assertEquals(List.of("subscribe", "last", 1L), client.ask("SUBSCRIBE", "last"));
                Object next = client.ask("UNSUBSCRIBE", "last");
                while (next.equals(List.of("message", "last", "m"))) {
                    heard++;
                    next = client.read();
                }
                assertEquals(List.of("unsubscribe", "last", 0L), next);
                assertEquals("+PONG", client.ask("PING"));
            }
            assertTrue(heard > 0, "nothing was said meanwhile");
        } finally {
            isOver.set(true);
            publisher.join(20_000);
        }
    }

    private interface Listening {
        void listen(Jedis jedis);
    }

    /**
     * Listens until it is told to end; then the connection is as any other again.
     *
     * @param asked counted down when another thread has done so, which writes into the same buffer
     *     of Jedis as this one does afterwards
     */
    private static CompletableFuture<Void> listen(
            int node, RedisProtocol protocol, CountDownLatch asked, Listening listening) {
        return CompletableFuture.runAsync(
                () -> {
                    try (Jedis jedis = connect(node, protocol)) {
                        listening.listen(jedis);
                        assertTrue(assertDoesNotThrow(() -> asked.await(20, TimeUnit.SECONDS)));
                        assertEquals("PONG", jedis.ping());
                    }
                },
                task -> Thread.ofPlatform().start(task));
    }
}
