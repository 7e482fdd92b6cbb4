package io.paxosstore.server.front.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

/** A request waits for the answer to the one before, and not many wait. */
class OneAtATimeTest {
    private final EmbeddedChannel channel = new EmbeddedChannel(new OneAtATime());

    private static FullHttpRequest request() {
        return new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.GET, "/", Unpooled.buffer(1));
    }

    private static HttpResponse answer(HttpResponseStatus status) {
        return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
    }

    @Test
    void theNextOneComesWithTheAnswer() {
        FullHttpRequest first = request();
        FullHttpRequest second = request();
        channel.writeInbound(first, second);
        assertSame(first, channel.readInbound());
        assertNull(channel.readInbound());
        assertFalse(channel.config().isAutoRead());
        channel.writeOutbound(answer(HttpResponseStatus.CONTINUE));
        assertNull(channel.readInbound(), "that was no answer yet");
        channel.writeOutbound(answer(HttpResponseStatus.OK));
        assertSame(second, channel.readInbound());
        assertFalse(channel.config().isAutoRead());
        channel.writeOutbound(answer(HttpResponseStatus.OK));
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void behindTheLastAnswerThereIsNone() {
        channel.writeInbound(request(), request());
        channel.readInbound();
        HttpResponse last = answer(HttpResponseStatus.OK);
        HttpUtil.setKeepAlive(last, false);
        channel.writeOutbound(last);
        assertNull(channel.readInbound());
    }

    /** Else nobody would notice that he has gone. */
    @Test
    void whoFollowsIsListenedTo() {
        channel.writeInbound(request());
        channel.writeOutbound(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        assertTrue(channel.config().isAutoRead());
    }

    @Test
    void whoHasTooManyWaitingIsCutOff() {
        List<FullHttpRequest> waiting =
                Stream.generate(OneAtATimeTest::request).limit(OneAtATime.WAITING_MAX).toList();
        channel.writeInbound(request());
        waiting.forEach(channel::writeInbound);
        assertTrue(channel.isActive());
        FullHttpRequest one = request();
        channel.writeInbound(one);
        assertFalse(channel.isActive());
        assertEquals(0, one.refCnt());
        assertTrue(waiting.stream().allMatch(each -> each.refCnt() == 0), "nothing is kept");
    }
}
