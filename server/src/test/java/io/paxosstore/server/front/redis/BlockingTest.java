package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.exceptions.JedisDataException;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** Commands that wait, at one node, for what comes at another. */
class BlockingTest {
    private static final int SECONDS_MAX = 20;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.builder(3).set("redis.enabled", "true").start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static Jedis connect(int node) {
        return JedisClients.connect(cluster, node);
    }

    @BeforeEach
    void empty() {
        try (Jedis jedis = connect(1)) {
            jedis.flushAll();
        }
    }

    /** Asks on a connection and a thread of its own. */
    private static <T> CompletableFuture<T> asking(int node, Function<Jedis, T> question) {
        return JedisClients.asking(() -> connect(node), question);
    }

    /** Each tag is an entity that is watched. */
    @Test
    void soManyTagsAreWaitedForAndNoMore() {
        String[] keys = new String[1_001];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "key" + i;
        }
        try (Jedis jedis = connect(1)) {
            JedisDataException refused =
                    assertThrows(JedisDataException.class, () -> jedis.blpop(0, keys));
            assertEquals(
                    "ERR a command that waits may name keys of 1000 tags at most, not of 1001; use"
                            + " several connections, or fewer tags",
                    refused.getMessage());
            assertNull(jedis.blpop(0.05, Arrays.copyOf(keys, 1_000)));
            for (int i = 0; i < keys.length; i++) {
                keys[i] = "{tag}" + i;
            }
            assertNull(jedis.blpop(0.05, keys));
        }
    }

    /** Half of what the node may watch; the rest is for others. */
    @Test
    void allThatWaitTogetherHaveSoManyTagsAndNoMore() throws Exception {
        String[] keys = {"a", "b", "c", "d", "e"};
        try (EmbeddedCluster small =
                        EmbeddedCluster.builder(1)
                                .set("redis.enabled", "true")
                                .set("server.shards", "1")
                                .set("watch.per-node", "10")
                                .start();
                Jedis jedis = JedisClients.connect(small, 1)) {
            CompletableFuture<List<String>> first =
                    JedisClients.asking(
                            () -> JedisClients.connect(small, 1),
                            waiting -> waiting.blpop(SECONDS_MAX, keys));
            JedisClients.await("it waits", () -> isAnyBlocked(jedis));
            JedisDataException refused =
                    assertThrows(JedisDataException.class, () -> jedis.blpop(0, "a", "other"));
            assertEquals(
                    "TRYAGAIN not executed: the commands that wait at this node wait for keys of as"
                            + " many tags as they may, 5, half of watch.per-node; try again later,"
                            + " or at another node",
                    refused.getMessage());
            assertNull(jedis.blpop(0.05, keys), "these are watched already");
            jedis.rpush("other", "1");
            assertEquals(List.of("other", "1"), jedis.blpop(0, "other"), "without waiting");
            jedis.rpush("c", "2");
            assertEquals(List.of("c", "2"), JedisClients.got(first));
            assertNull(jedis.blpop(0.05, "other", "1", "2", "3", "4"));
            assertNull(jedis.blpop(0.05, keys), "nothing is left of those before");
        }
    }

    @Test
    void whatIsThereIsTakenAtOnce() {
        try (Jedis jedis = connect(1)) {
            jedis.rpush("b", "1", "2");
            assertEquals(List.of("b", "2"), jedis.brpop(0, "a", "b"));
            assertEquals(List.of("b", "1"), jedis.blpop(0, "a", "b"));
            assertNull(jedis.blpop(0.05, "a", "b"));
            jedis.set("a", "x");
            assertThrows(JedisDataException.class, () -> jedis.blpop(1, "a", "b"));
            assertThrows(JedisDataException.class, () -> jedis.blpop(-1, "b"));
        }
    }

    @Test
    void whoWaitsGetsWhatComesAtAnotherNode() throws Exception {
        for (int i = 0; i < 20; i++) {
            String key = "list" + i;
            CompletableFuture<List<String>> first =
                    asking(1 + i % 3, jedis -> jedis.blpop(SECONDS_MAX, "none", key));
            try (Jedis jedis = connect(1 + (i + 1) % 3)) {
                jedis.rpush(key, "e" + i);
            }
            assertEquals(List.of(key, "e" + i), JedisClients.got(first));
        }
        CompletableFuture<String> moved =
                asking(
                        2,
                        jedis ->
                                jedis.blmove(
                                        "{t}from",
                                        "{t}to",
                                        ListDirection.LEFT,
                                        ListDirection.RIGHT,
                                        SECONDS_MAX));
        try (Jedis jedis = connect(3)) {
            jedis.lpush("{t}from", "x");
            assertEquals("x", JedisClients.got(moved));
            assertEquals(List.of("x"), jedis.lrange("{t}to", 0, -1));
        }
    }

    /** Each element goes to one of many who wait, whichever node they wait at. */
    @Test
    void nothingIsTakenTwiceAndNothingStays() throws Exception {
        BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        int elements = 60;
        CompletableFuture<?>[] waiting = new CompletableFuture<?>[6];
        for (int i = 0; i < waiting.length; i++) {
            waiting[i] =
                    asking(
                            1 + i % 3,
                            jedis -> {
                                List<String> next = jedis.blpop(SECONDS_MAX, "jobs");
                                while (next != null && !next.get(1).equals("end")) {
                                    taken.add(next.get(1));
                                    next = jedis.blpop(SECONDS_MAX, "jobs");
                                }
                                return true;
                            });
        }
        try (Jedis jedis = connect(1)) {
            for (int i = 0; i < elements; i++) {
                jedis.rpush("jobs", "job" + i);
            }
            for (int i = 0; i < waiting.length; i++) {
                jedis.rpush("jobs", "end");
            }
            for (CompletableFuture<?> one : waiting) {
                JedisClients.got(one);
            }
            Set<String> distinct = new HashSet<>(taken);
            assertEquals(elements, taken.size());
            assertEquals(elements, distinct.size());
            assertEquals(0, jedis.exists("jobs") ? 1 : 0);
        }
    }

    @Test
    void sortedSetsAreWaitedForToo() throws Exception {
        CompletableFuture<String> first =
                asking(1, jedis -> jedis.bzpopmin(SECONDS_MAX, "z").getValue().getElement());
        try (Jedis jedis = connect(2)) {
            jedis.zadd("z", 1.5, "m");
            assertEquals("m", JedisClients.got(first));
            assertNull(jedis.bzpopmax(0.05, "z"));
        }
    }

    @Test
    void withinATransactionNothingWaits() {
        try (Jedis jedis = connect(1)) {
            Transaction transaction = jedis.multi();
            transaction.blpop(0, "a");
            transaction.rpush("a", "1");
            transaction.blpop(0, "a");
            List<Object> replies = transaction.exec();
            assertNull(replies.get(0));
            assertEquals(List.of("a", "1"), replies.get(2));
        }
    }

    /** Else an element would be lost with a connection that is gone already. */
    @Test
    void whoIsGoneTakesNothing() throws Exception {
        Jedis gone = connect(1);
        CompletableFuture<Boolean> waits =
                CompletableFuture.supplyAsync(() -> {
                    try {
                        gone.blpop(0, "q");
                        return true;
                    } catch (RuntimeException e) {
                        return false;
                    }
                });
        try (Jedis jedis = connect(1)) {
            JedisClients.await("it waits", () -> isAnyBlocked(jedis));
            gone.getConnection().disconnect();
            assertTrue(!JedisClients.got(waits));
            JedisClients.await("it waits no more", () -> !isAnyBlocked(jedis));
            jedis.rpush("q", "kept");
            assertEquals(List.of("kept"), jedis.lrange("q", 0, -1));
        }
    }

    private static boolean isAnyBlocked(Jedis jedis) {
        return jedis.clientList().lines().anyMatch(line -> line.contains("flags=b"));
    }
}
