package io.paxosstore.bench.peers;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.paxosstore.bench.load.KeyTarget;

import java.util.concurrent.CompletableFuture;

/** One Redis server by Lettuce: {@code SET} and {@code GET}. */
final class RedisTarget implements KeyTarget {
    /** Commands of one turn of the loop go out with one system call, as with our own client. */
    private static final int FLUSHES_TOGETHER = 256;

    private final ClientResources resources;
    private final RedisClient client;
    private final RedisAsyncCommands<byte[], byte[]> commands;

    private RedisTarget(
            ClientResources resources,
            RedisClient client,
            StatefulRedisConnection<byte[], byte[]> connection) {
        this.resources = resources;
        this.client = client;
        this.commands = connection.async();
    }

    static RedisTarget connect(int port) {
        ClientResources resources =
                ClientResources.builder()
                        .nettyCustomizer(
                                new NettyCustomizer() {
                                    @Override
                                    public void afterChannelInitialized(Channel channel) {
                                        channel.pipeline()
                                                .addFirst(
                                                        new FlushConsolidationHandler(
                                                                FLUSHES_TOGETHER, true));
                                    }
                                })
                        .build();
        RedisClient client = RedisClient.create(resources, RedisURI.create("127.0.0.1", port));
        try {
            return new RedisTarget(resources, client, client.connect(ByteArrayCodec.INSTANCE));
        } catch (RuntimeException e) {
            client.shutdown();
            var _ = resources.shutdown();
            throw e;
        }
    }

    @Override
    public CompletableFuture<?> write(byte[] key, byte[] value) {
        return commands.set(key, value).toCompletableFuture();
    }

    @Override
    public CompletableFuture<?> read(byte[] key) {
        return commands.get(key).toCompletableFuture();
    }

    @Override
    public void close() {
        client.shutdown();
        var _ = resources.shutdown();
    }
}
