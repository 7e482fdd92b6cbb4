package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TransactionResult;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Lettuce, which speaks version 3 of the protocol, alone and as a client of a cluster. */
class LettuceTest {
    private static EmbeddedCluster cluster;
    private static RedisClient client;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.builder(3).set("redis.enabled", "true").start();
        client = RedisClient.create(uri(1));
    }

    @AfterAll
    static void stop() {
        client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        cluster.close();
    }

    private static RedisURI uri(int node) {
        InetSocketAddress address = cluster.redisAddress(node);
        return RedisURI.builder()
                .withHost(address.getHostString())
                .withPort(address.getPort())
                .withClientName("lettuce")
                .withTimeout(Duration.ofSeconds(20))
                .build();
    }

    @Test
    void typesAndTransactions() {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisCommands<String, String> redis = connection.sync();
            assertEquals("lettuce", redis.clientGetname());
            assertEquals("OK", redis.set("k", "v", SetArgs.Builder.px(100_000)));
            assertTrue(redis.pttl("k") > 90_000);
            redis.hset("h", Map.of("a", "1", "b", "2"));
            assertEquals(Map.of("a", "1", "b", "2"), redis.hgetall("h"));
            redis.rpush("l", "1", "2", "3");
            assertEquals(List.of("2", "3"), redis.lrange("l", 1, -1));
            redis.sadd("s", "x", "y");
            assertEquals(Set.of("x", "y"), redis.smembers("s"));
            redis.zadd("z", 2, "b");
            redis.zadd("z", 1, "a");
            assertEquals(
                    List.of(ScoredValue.just(1, "a"), ScoredValue.just(2, "b")),
                    redis.zrangeWithScores("z", 0, -1));
            assertEquals(1.5, redis.zincrby("z", 0.5, "a"));
            assertEquals(KeyValue.just("l", "1"), redis.blpop(1, "l"));
            redis.multi();
            redis.set("{t}a", "1");
            redis.incr("{t}a");
            TransactionResult result = redis.exec();
            assertEquals(2L, (Long) result.get(1));
            RedisCommandExecutionException wrong =
                    assertThrows(RedisCommandExecutionException.class, () -> redis.lpush("k", "x"));
            assertTrue(String.valueOf(wrong.getMessage()).startsWith("WRONGTYPE"));
            assertThrows(
                    RedisCommandExecutionException.class, () -> redis.configSet("save", "1 1"));
        }
    }

    @Test
    void manyCommandsUnderWayKeepTheirOrder() throws Exception {
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            RedisAsyncCommands<String, String> redis = connection.async();
            List<RedisFuture<Long>> numbers = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                numbers.add(redis.incr("counter" + i % 3));
            }
            for (int i = 0; i < numbers.size(); i++) {
                assertEquals(i / 3 + 1, numbers.get(i).get(20, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void aClientOfAClusterFindsItsNodes() {
        RedisClusterClient clustered = RedisClusterClient.create(uri(2));
        try (StatefulRedisClusterConnection<String, String> connection = clustered.connect()) {
            for (int i = 0; i < 200; i++) {
                connection.sync().set("clustered" + i, "v" + i);
            }
            assertEquals("v7", connection.sync().get("clustered7"));
            assertEquals(3, clustered.getPartitions().size());
        } finally {
            clustered.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
        try (StatefulRedisConnection<String, String> connection = client.connect()) {
            Set<String> found = new HashSet<>();
            ScanIterator<String> scan =
                    ScanIterator.scan(
                            connection.sync(), ScanArgs.Builder.matches("clustered*").limit(50));
            scan.forEachRemaining(found::add);
            assertEquals(200, found.size());
        }
    }
}
