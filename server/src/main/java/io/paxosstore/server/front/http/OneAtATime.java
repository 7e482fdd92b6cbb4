package io.paxosstore.server.front.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Lets a connection have one request under way: nothing more is read of it until the answer has
 * been written to the socket, so that who asks without reading waits for himself. What the codec
 * has found already waits here. Next to the codec: what others refuse by themselves, before a
 * request has come to its end, is an answer too.
 */
final class OneAtATime extends ChannelDuplexHandler {
    /**
     * Parts of requests that wait; more than one read brings. Who has closed his side is read to
     * his end whatever is said to the socket.
     */
    static final int WAITING_MAX = 1024;

    private final Queue<Object> waiting = new ArrayDeque<>();

    /** An answer is owed, or on its way. */
    private boolean isHeld;

    /** The request that comes has its answer already, before its end: it is too long, say. */
    private boolean isAnswered;

    private boolean isPassing;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (waiting.size() == WAITING_MAX) {
            ReferenceCountUtil.release(message);
            var _ = ctx.close();
            return;
        }
        waiting.add(message);
        pass(ctx);
    }

    private void pass(ChannelHandlerContext ctx) {
        if (isHeld || isPassing) {
            return; // where an answer was written at once, the loop below goes on
        }
        Channel channel = ctx.channel();
        isPassing = true;
        channel.config().setAutoRead(true); // else the aggregator takes a long request for the last
        while (!isHeld && !waiting.isEmpty() && channel.isActive()) {
            Object message = waiting.remove();
            if (message instanceof HttpRequest) {
                isAnswered = false;
            }
            if (message instanceof LastHttpContent && !isAnswered) {
                isHeld = true;
            }
            ctx.fireChannelRead(message);
        }
        isPassing = false;
        channel.config().setAutoRead(!isHeld);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        ChannelPromise written = promise.unvoid();
        if (message instanceof HttpResponse response
                && response.status().codeClass() != HttpStatusClass.INFORMATIONAL) {
            isAnswered = true;
            isHeld = true;
            boolean isLast = !HttpUtil.isKeepAlive(response);
            // Of an answer in parts this is the first: the end of who follows has to be noticed.
            var _ = written.addListener(done -> answered(ctx, done.isSuccess() && !isLast));
        }
        var _ = ctx.write(message, written);
    }

    private void answered(ChannelHandlerContext ctx, boolean goesOn) {
        if (goesOn) {
            isHeld = false;
            pass(ctx);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }
}
