package io.paxosstore.server.front.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.paxosstore.console.Console;
import io.paxosstore.server.net.Transport;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The admin port: HTTP/1.1 on a thread of its own, so that a busy shard delays no health check. */
public final class AdminPort {
    private static final long STOP_SECONDS = 2;
    private static final int CHUNK_BYTES = 8192;

    /** What is read at once may be many requests, which wait as objects: not too many. */
    private static final RecvByteBufAllocator READ_AT_ONCE =
            new AdaptiveRecvByteBufAllocator(512, 1024, 4096);

    /**
     * What a connection may ask for.
     *
     * @param requestBytesMax longest request
     * @param connectionsMax connections at once; one more takes the place of another
     * @param silenceMax how long nothing may be read of one: because it sends nothing, or does not
     *     take in its answer
     */
    public record Limits(int requestBytesMax, int connectionsMax, Duration silenceMax) {
        /** The usual patience. */
        public Limits(int requestBytesMax, int connectionsMax) {
            this(requestBytesMax, connectionsMax, Duration.ofSeconds(30));
        }
    }

    private final AdminPages pages;
    private final ConsoleFront.@Nullable Shared console;
    private final Limits limits;

    /** Open connections, the one that asked longest ago first. On the port's thread only. */
    private final Set<Channel> open = new LinkedHashSet<>();

    private final MultiThreadIoEventLoopGroup group;
    private final Transport transport;
    private final ChannelGroup channels =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    /**
     * @param nodeId names the thread
     * @param console what a browser is shown; null for nothing
     * @param hosts under which names
     */
    public AdminPort(
            Transport transport,
            int nodeId,
            AdminPages pages,
            @Nullable Console console,
            HostCheck hosts,
            Limits limits) {
        this.transport = transport;
        this.pages = pages;
        this.console = console == null ? null : new ConsoleFront.Shared(console, hosts);
        this.limits = limits;
        this.group =
                new MultiThreadIoEventLoopGroup(
                        1,
                        new DefaultThreadFactory("node" + nodeId + "-admin", true),
                        transport.ioHandlers());
    }

    /**
     * Opens the port.
     *
     * @param sharePort see {@link Transport#listener}
     * @throws Exception when it cannot be opened
     */
    public void listen(SocketAddress address, boolean sharePort) throws Exception {
        channels.add(
                transport
                        .listener(group, sharePort)
                        .childOption(ChannelOption.RECVBUF_ALLOCATOR, READ_AT_ONCE)
                        .childHandler(
                                new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        channels.add(channel);
                                        opened(channel);
                                        fill(channel.pipeline());
                                    }
                                })
                        .bind(address)
                        .sync()
                        .channel());
    }

    private void fill(ChannelPipeline pipeline) {
        int requestBytesMax = limits.requestBytesMax();
        pipeline.addLast(
                new ReadTimeoutHandler(limits.silenceMax().toMillis(), TimeUnit.MILLISECONDS),
                new HttpServerCodec(requestBytesMax, requestBytesMax, CHUNK_BYTES),
                new OneAtATime(),
                new HttpObjectAggregator(requestBytesMax));
        if (console != null) {
            pipeline.addLast(new ConsoleFront(console));
        }
        pipeline.addLast(new Handler());
    }

    private void opened(Channel channel) {
        while (open.size() >= limits.connectionsMax()) {
            Channel silent = open.iterator().next();
            open.remove(silent);
            var _ = silent.close();
        }
        open.add(channel);
    }

    /** Closes the port and its connections. */
    public void stop() throws InterruptedException {
        channels.close().await(STOP_SECONDS, TimeUnit.SECONDS);
        group.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS)
                .await(STOP_SECONDS + 1, TimeUnit.SECONDS);
    }

    private final class Handler extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
            if (open.remove(ctx.channel())) {
                open.add(ctx.channel());
            }
            boolean garbage = request.decoderResult().isFailure();
            boolean head = request.method().equals(HttpMethod.HEAD);
            boolean get = head || request.method().equals(HttpMethod.GET);
            AdminPages.Page page =
                    garbage
                            ? new AdminPages.Page(400, "text/plain", "This is no HTTP request.\n")
                            : get
                                    ? page(request.uri())
                                    : new AdminPages.Page(
                                            405, "text/plain", "Only GET and HEAD are known.\n");
            HttpResponse response =
                    new DefaultFullHttpResponse(
                            HttpVersion.HTTP_1_1,
                            HttpResponseStatus.valueOf(page.status()),
                            head
                                    ? Unpooled.EMPTY_BUFFER
                                    : Unpooled.copiedBuffer(page.body(), StandardCharsets.UTF_8));
            if (page.status() == HttpResponseStatus.METHOD_NOT_ALLOWED.code()) {
                response.headers().set(HttpHeaderNames.ALLOW, "GET, HEAD");
            }
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, page.contentType());
            response.headers()
                    .set(
                            HttpHeaderNames.CONTENT_LENGTH,
                            page.body().getBytes(StandardCharsets.UTF_8).length);
            boolean keepAlive = !garbage && HttpUtil.isKeepAlive(request);
            HttpUtil.setKeepAlive(response, keepAlive);
            var written = ctx.writeAndFlush(response);
            if (!keepAlive) {
                written.addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            open.remove(ctx.channel());
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event == ConsoleFront.Sign.FOLLOWS) {
                open.remove(ctx.channel()); // its number is bounded by the console
            } else if (event == ConsoleFront.Sign.ASKS && open.remove(ctx.channel())) {
                open.add(ctx.channel());
            }
        }

        private AdminPages.Page page(String uri) {
            try {
                QueryStringDecoder decoder = new QueryStringDecoder(uri);
                return pages.get(decoder.path(), decoder.parameters().keySet());
            } catch (IllegalArgumentException e) {
                return new AdminPages.Page(400, "text/plain", "This is no address.\n");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            Channel channel = ctx.channel();
            var _ = channel.close();
        }
    }
}
