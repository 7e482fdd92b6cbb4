package io.paxosstore.server.front.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisProtocol;

import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Connects Jedis to the nodes of a cluster, and waits for what it is told. */
final class JedisClients {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_MILLIS = 5;

    private JedisClients() {}

    /** A connection to a node, in the second version of the protocol. */
    static Jedis connect(EmbeddedCluster cluster, int node) {
        return connect(cluster, node, RedisProtocol.RESP2);
    }

    /** A connection to a node. */
    static Jedis connect(EmbeddedCluster cluster, int node, RedisProtocol protocol) {
        return connect(cluster, node, protocol, TIMEOUT_MILLIS);
    }

    /** A connection to a node that waits so long for a reply. */
    static Jedis connect(
            EmbeddedCluster cluster, int node, RedisProtocol protocol, int timeoutMillis) {
        InetSocketAddress address = cluster.redisAddress(node);
        return new Jedis(
                new HostAndPort(address.getHostString(), address.getPort()),
                DefaultJedisClientConfig.builder()
                        .protocol(protocol)
                        .clientName("test")
                        .socketTimeoutMillis(timeoutMillis)
                        .blockingSocketTimeoutMillis(timeoutMillis)
                        .build());
    }

    /** Asks on a connection and a thread of its own. */
    static <T> CompletableFuture<T> asking(
            Supplier<Jedis> connection, Function<Jedis, T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(() -> {
                    try (Jedis jedis = connection.get()) {
                        answer.complete(question.apply(jedis));
                    } catch (RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                });
        return answer;
    }

    /** What was asked for; waits for it. */
    static <T> T got(CompletableFuture<T> answer) throws Exception {
        return answer.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Asks until it is so; there is nobody who would tell. */
    static void await(String what, Callable<Boolean> isSo) throws Exception {
        await(what, PATIENCE_NANOS, isSo);
    }

    /** Asks until it is so, for so long. */
    static void await(String what, long patienceNanos, Callable<Boolean> isSo) throws Exception {
        long end = System.nanoTime() + patienceNanos;
        while (!isSo.call()) {
            assertTrue(System.nanoTime() < end, what);
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
