package io.paxosstore.server.session;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.paxosstore.client.wire.Response;
import io.paxosstore.client.wire.ResponseCodec;
import io.paxosstore.client.wire.WriteStatus;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;

import java.nio.ByteBuffer;

/** The answers of one connection that gather during a turn and leave together. Not thread-safe. */
final class ReplyBuffer {
    private static final int INITIAL_BYTES = 1024;
    private static final int RETAINED_BYTES_MAX = 256 * 1024;

    private ByteBuffer out = ByteBuffer.allocate(INITIAL_BYTES);

    boolean isEmpty() {
        return out.position() == 0;
    }

    void written(long correlation, byte[] result) {
        KvResult decoded = KvResult.decode(result);
        room(ResponseCodec.WRITTEN_BYTES);
        ResponseCodec.encodeWritten(
                out, correlation, statusOf(decoded), decoded.version(), decoded.number());
    }

    private static WriteStatus statusOf(KvResult result) {
        return switch (result.status()) {
            case OK -> WriteStatus.OK;
            case CONFLICT -> WriteStatus.CONFLICT;
            case NOT_FOUND -> WriteStatus.NOT_FOUND;
            case NOT_A_NUMBER -> WriteStatus.NOT_A_NUMBER;
            case NUMBER_OVERFLOW -> WriteStatus.NUMBER_OVERFLOW;
        };
    }

    void value(long correlation, long entryVersion, byte[] state) {
        if (!KvState.isPresent(state)) {
            room(ResponseCodec.valueBytes(0));
            ResponseCodec.encodeNotFound(out, correlation, entryVersion);
            return;
        }
        ByteBuffer value = KvState.valueSlice(state);
        room(ResponseCodec.valueBytes(value.remaining()));
        ResponseCodec.encodeFound(
                out,
                correlation,
                KvState.version(state),
                entryVersion,
                KvState.expiresAtMillis(state),
                value);
    }

    void add(Response response) {
        room(ResponseCodec.encodedBytesMax(response));
        ResponseCodec.encode(response, out);
    }

    private void room(int bytes) {
        if (out.remaining() < bytes) {
            int needed = out.position() + bytes;
            ByteBuffer larger = ByteBuffer.allocate(Math.max(out.capacity() * 2, needed));
            out = larger.put(out.flip());
        }
    }

    /** Writes everything to the channel and flushes it. */
    void flush(Channel channel) {
        int length = out.position();
        ByteBuf bytes = channel.alloc().directBuffer(length);
        bytes.writeBytes(out.array(), 0, length);
        var _ = channel.writeAndFlush(bytes, channel.voidPromise());
        if (out.capacity() > RETAINED_BYTES_MAX) {
            out = ByteBuffer.allocate(INITIAL_BYTES);
        } else {
            out.clear();
        }
    }
}
