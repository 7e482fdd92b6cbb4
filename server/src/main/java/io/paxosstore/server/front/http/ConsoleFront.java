package io.paxosstore.server.front.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.timeout.ReadTimeoutHandler;
import io.paxosstore.console.Assets;
import io.paxosstore.console.Console;
import io.paxosstore.console.answer.Answer;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * Brings the console to a browser: one for each connection. What is not the console's goes on to
 * the next handler. On the port's thread; what waits for other nodes does so on a thread of its
 * own.
 */
final class ConsoleFront extends SimpleChannelInboundHandler<FullHttpRequest> {
    /** What the port is told of a connection. */
    enum Sign {
        /** It has asked for something. */
        ASKS,
        /** It follows the console from now on: it is silent by right. */
        FOLLOWS
    }

    /** What a port shares among its connections. */
    static final class Shared {
        private final Console console;
        private final HostCheck hosts;
        private final Semaphore room = new Semaphore(AT_ONCE_MAX);

        /** What waits for the cluster must not keep the nodes from hearing of each other. */
        private final Semaphore roomForData = new Semaphore(DATA_AT_ONCE_MAX);

        Shared(Console console, HostCheck hosts) {
            this.console = console;
            this.hosts = hosts;
        }
    }

    private static final int AT_ONCE_MAX = 16;
    private static final int DATA_AT_ONCE_MAX = 4;

    /** What is shorter is sent as it is. */
    private static final int PACKED_BYTES_MIN = 1024;

    /**
     * So many seconds in turn a browser may not read what it is told; then it has to come again.
     */
    private static final int UNREAD_MAX = 30;

    private static final byte[] RETRY = "retry: 1000\n\n".getBytes(StandardCharsets.UTF_8);
    private static final byte[] DATA = "data: ".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "\n\n".getBytes(StandardCharsets.UTF_8);
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final Map<String, String> HEADERS =
            Map.of(
                    "content-security-policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                            + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                            + " frame-ancestors 'none'",
                    "x-content-type-options",
                    "nosniff",
                    "referrer-policy",
                    "no-referrer",
                    "cross-origin-resource-policy",
                    "same-origin",
                    "cache-control",
                    "no-cache",
                    "vary",
                    "accept-encoding");

    private final Shared shared;
    private int unread;
    private @Nullable Consumer<byte[]> follower;

    ConsoleFront(Shared shared) {
        this.shared = shared;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        ctx.fireUserEventTriggered(Sign.ASKS);
        if (follower != null) {
            var _ = ctx.close(); // what it is told has no end after which it could be answered
            return;
        }
        String path;
        Map<String, String> parameters = new HashMap<>();
        try {
            QueryStringDecoder asked = new QueryStringDecoder(request.uri());
            path = request.decoderResult().isFailure() ? "" : asked.path();
            asked.parameters()
                    .forEach((String name, List<String> values) ->
                            parameters.put(name, values.getFirst()));
        } catch (IllegalArgumentException e) {
            refuse(ctx, request, 400, "The address has a % that is followed by no number.");
            return;
        }
        Assets.Asset asset = Assets.find(path);
        boolean isAsked = path.startsWith(Console.API);
        boolean isHead = request.method().equals(HttpMethod.HEAD);
        boolean isKnown = isHead || request.method().equals(HttpMethod.GET);
        if (!isKnown || (!isAsked && asset == null)) {
            ctx.fireChannelRead(request.retain());
        } else if (!shared.hosts.isOurs(request.headers().get(HttpHeaderNames.HOST))) {
            refuse(
                    ctx,
                    request,
                    403,
                    "The name in this address is none of this cluster's: use a node's name or"
                            + " address, or set console.hosts.");
        } else if (asset != null) {
            send(ctx, request, asset);
        } else if (isFromElsewhere(request, path)) {
            refuse(
                    ctx,
                    request,
                    403,
                    "Pages from elsewhere are answered nothing; programs send the field "
                            + Console.FIELD
                            + ".");
        } else if (path.equals(Console.LIVE) || path.equals(Console.NODE_LIVE)) {
            if (isHead) {
                refuse(ctx, request, 405, "This page has no head alone.");
            } else {
                follow(ctx, request, path.equals(Console.NODE_LIVE));
            }
        } else {
            ask(ctx, request, path, parameters);
        }
    }

    /**
     * Whether somebody else's page may have had a browser ask for it: that cannot add a field of
     * its own, nor hide where it is from. What follows can have no field, but has an origin.
     */
    private static boolean isFromElsewhere(FullHttpRequest request, String path) {
        HttpHeaders headers = request.headers();
        String site = headers.get("sec-fetch-site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return true;
        }
        String origin = headers.get(HttpHeaderNames.ORIGIN);
        String host = headers.get(HttpHeaderNames.HOST);
        if (origin != null
                && !origin.equals("http://" + host)
                && !origin.equals("https://" + host)) {
            return true;
        }
        return !path.equals(Console.LIVE) && !headers.contains(Console.FIELD);
    }

    private static void refuse(
            ChannelHandlerContext ctx, FullHttpRequest request, int status, String sentence) {
        byte[] body = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
        send(ctx, request, response(request, status, TEXT, body));
    }

    private static FullHttpResponse response(
            FullHttpRequest request, int status, String type, byte[] body) {
        return response(request.method().equals(HttpMethod.HEAD), status, type, body);
    }

    private static FullHttpResponse response(boolean isHead, int status, String type, byte[] body) {
        ByteBuf content = isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(body);
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), content);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
        return response;
    }

    /** Whether who asks takes gzip. */
    private static boolean packs(FullHttpRequest request) {
        return request.headers()
                .containsValue(
                        HttpHeaderNames.ACCEPT_ENCODING,
                        HttpHeaderValues.GZIP,
                        /* ignoreCase= */ true);
    }

    private static FullHttpResponse packed(FullHttpResponse response) {
        response.headers().set(HttpHeaderNames.CONTENT_ENCODING, HttpHeaderValues.GZIP);
        return response;
    }

    private static void send(
            ChannelHandlerContext ctx, FullHttpRequest request, Assets.Asset asset) {
        boolean isKnown = asset.tag().equals(request.headers().get(HttpHeaderNames.IF_NONE_MATCH));
        FullHttpResponse response =
                isKnown
                        ? new DefaultFullHttpResponse(
                                HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_MODIFIED)
                        : packs(request)
                                ? packed(response(request, 200, asset.type(), asset.packed()))
                                : response(request, 200, asset.type(), asset.body());
        response.headers().set(HttpHeaderNames.ETAG, asset.tag());
        send(ctx, request, response);
    }

    private static void send(
            ChannelHandlerContext ctx, FullHttpRequest request, FullHttpResponse response) {
        send(ctx, HttpUtil.isKeepAlive(request), response);
    }

    private static void send(
            ChannelHandlerContext ctx, boolean isKeptAlive, FullHttpResponse response) {
        HEADERS.forEach(response.headers()::set);
        HttpUtil.setKeepAlive(response, isKeptAlive);
        var written = ctx.writeAndFlush(response);
        if (!isKeptAlive) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void ask(
            ChannelHandlerContext ctx,
            FullHttpRequest request,
            String path,
            Map<String, String> parameters) {
        Semaphore room = path.startsWith(Console.DATA) ? shared.roomForData : shared.room;
        if (!room.tryAcquire()) {
            refuse(ctx, request, 503, "Too much is asked of this console just now; try again.");
            return;
        }
        boolean isHead = request.method().equals(HttpMethod.HEAD);
        boolean mayPack = packs(request);
        boolean isKeptAlive = HttpUtil.isKeepAlive(request);
        Thread.ofVirtual()
                .name("console")
                .start(() -> {
                    FullHttpResponse response;
                    try {
                        response = response(isHead, mayPack, path, parameters);
                    } catch (RuntimeException | Error e) {
                        byte[] body = ("It failed: " + e + "\n").getBytes(StandardCharsets.UTF_8);
                        response = response(isHead, 500, TEXT, body);
                    } finally {
                        room.release();
                    }
                    FullHttpResponse told = response;
                    ctx.executor().execute(() -> send(ctx, isKeptAlive, told));
                });
    }

    private FullHttpResponse response(
            boolean isHead, boolean mayPack, String path, Map<String, String> parameters) {
        Answer answer = shared.console.answer(path, parameters);
        boolean isPacked = mayPack && answer.body().length >= PACKED_BYTES_MIN;
        byte[] body = isPacked ? answer.packed() : answer.body();
        FullHttpResponse response = response(isHead, answer.status(), answer.type(), body);
        return isPacked ? packed(response) : response;
    }

    private void follow(ChannelHandlerContext ctx, FullHttpRequest request, boolean isNode) {
        Channel channel = ctx.channel();
        Consumer<byte[]> next = news -> channel.eventLoop().execute(() -> tell(ctx, news));
        boolean follows = isNode ? shared.console.followNode(next) : shared.console.follow(next);
        if (!follows) {
            refuse(
                    ctx,
                    request,
                    503,
                    isNode
                            ? "Too many nodes follow this console."
                            : "Too many browsers follow this console (console.browsers).");
            return;
        }
        follower = next;
        ctx.pipeline().remove(ReadTimeoutHandler.class);
        ctx.fireUserEventTriggered(Sign.FOLLOWS);
        HttpResponse response =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        HEADERS.forEach(response.headers()::set);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        var _ = ctx.write(response);
        var _ = ctx.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(RETRY)));
    }

    private void tell(ChannelHandlerContext ctx, byte[] news) {
        if (ctx.channel().isWritable()) {
            unread = 0;
            var _ =
                    ctx.writeAndFlush(
                            new DefaultHttpContent(Unpooled.wrappedBuffer(DATA, news, END)));
        } else if (++unread > UNREAD_MAX) {
            var _ = ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (follower != null) {
            shared.console.leave(follower);
        }
        ctx.fireChannelInactive();
    }
}
