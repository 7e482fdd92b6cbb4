package io.paxosstore.server.front.redis;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.jspecify.annotations.Nullable;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

import java.net.InetSocketAddress;
import java.util.Random;
import java.util.function.Function;

/**
 * A client at one node after the other, of which some are down. Not thread-safe, but for {@link
 * #isToldUnknown}.
 */
final class FaultyClient implements AutoCloseable {
    private final EmbeddedCluster cluster;
    private final Random random;
    private @Nullable Jedis jedis;
    private volatile boolean isToldUnknown;

    FaultyClient(EmbeddedCluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
    }

    /** What became of a request. */
    enum End {
        DONE,
        /** It was told that it was not done. */
        NOT_DONE,
        UNKNOWN
    }

    /** The end of a request, with the reply if it was done. */
    record Told<T>(End end, @Nullable T reply) {
        boolean isDone() {
            return end == End.DONE;
        }

        boolean isUnknown() {
            return end == End.UNKNOWN;
        }
    }

    /** Asks at any node that takes connections. */
    <T> Told<T> ask(Function<Jedis, T> question) {
        Jedis to;
        try {
            to = connected();
        } catch (JedisConnectionException e) {
            return new Told<>(End.NOT_DONE, null);
        }
        try {
            return new Told<>(End.DONE, question.apply(to));
        } catch (JedisDataException e) {
            drop();
            return new Told<>(endOf(String.valueOf(e.getMessage())), null);
        } catch (JedisConnectionException e) {
            drop();
            return new Told<>(End.UNKNOWN, null);
        }
    }

    /** Whether a node has said that nobody knows an outcome. */
    boolean isToldUnknown() {
        return isToldUnknown;
    }

    private End endOf(String error) {
        if (error.startsWith("UNKNOWNOUTCOME")) {
            isToldUnknown = true;
            return End.UNKNOWN;
        }
        if (error.startsWith("TRYAGAIN") || error.startsWith("LOADING")) {
            return End.NOT_DONE;
        }
        throw new AssertionError("an error that nothing explains: " + error);
    }

    private Jedis connected() {
        if (random.nextInt(50) == 0) {
            drop();
        }
        Jedis open = jedis;
        if (open == null) {
            InetSocketAddress address = cluster.redisAddress(1 + random.nextInt(3));
            open =
                    new Jedis(
                            new HostAndPort(address.getHostString(), address.getPort()),
                            DefaultJedisClientConfig.builder().timeoutMillis(20_000).build());
            jedis = open;
        }
        return open;
    }

    private void drop() {
        Jedis gone = jedis;
        jedis = null;
        if (gone != null) {
            try {
                gone.close();
            } catch (JedisConnectionException e) {
                // It sends what it has gathered first, on a connection that may have ended.
            }
        }
    }

    @Override
    public void close() {
        drop();
    }
}
