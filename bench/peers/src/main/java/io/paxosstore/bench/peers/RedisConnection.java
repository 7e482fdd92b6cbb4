package io.paxosstore.bench.peers;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;

/** A connection to one Redis server by Lettuce. */
record RedisConnection(
        ClientResources resources, RedisClient client, RedisAsyncCommands<byte[], byte[]> commands)
        implements AutoCloseable {
    /** Commands of one turn of the loop go out with one system call, as with our own client. */
    private static final int FLUSHES_TOGETHER = 256;

    static RedisConnection open(int port) {
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
            return new RedisConnection(
                    resources, client, client.connect(ByteArrayCodec.INSTANCE).async());
        } catch (RuntimeException e) {
            client.shutdown();
            var _ = resources.shutdown();
            throw e;
        }
    }

    @Override
    public void close() {
        client.shutdown();
        var _ = resources.shutdown();
    }
}
