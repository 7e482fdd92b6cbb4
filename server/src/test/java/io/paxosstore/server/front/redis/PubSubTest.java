package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.RedisProtocol;

import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

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
        Thread one = listen(1, protocol, jedis -> jedis.subscribe(channel, "news", "other"));
        Thread two = listen(2, protocol, jedis -> jedis.psubscribe(pattern, "n?ws"));
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
        }
        channel.unsubscribe();
        pattern.punsubscribe();
        one.join(20_000);
        two.join(20_000);
        assertTrue(!one.isAlive() && !two.isAlive(), "a listener has not ended");
        assertTrue(channel.said.isEmpty(), channel.said.toString());
    }

    private interface Listening {
        void listen(Jedis jedis);
    }

    private static Thread listen(int node, RedisProtocol protocol, Listening listening) {
        return Thread.ofPlatform()
                .start(() -> {
                    try (Jedis jedis = connect(node, protocol)) {
                        listening.listen(jedis);
                        assertEquals("PONG", jedis.ping());
                    }
                });
    }
}
