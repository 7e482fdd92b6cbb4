package io.paxosstore.server.front.binary;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.util.concurrent.FastThreadLocal;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * The answers of one connection that gather during a turn and leave together. Between turns it
 * holds no memory: buffers go from connection to connection of a loop. Not thread-safe.
 */
final class ReplyBuffer {
    /** Buffers that a loop keeps for its connections. */
    private static final class Spares {
        private static final int COUNT_MAX = 64;
        private static final int INITIAL_BYTES = 4 * 1024;
        private static final int KEPT_BYTES_MAX = 64 * 1024;

        private final ArrayDeque<ByteBuffer> spares = new ArrayDeque<>();

        ByteBuffer take() {
            ByteBuffer spare = spares.poll();
            return spare == null ? ByteBuffer.allocate(INITIAL_BYTES) : spare;
        }

        void giveBack(ByteBuffer buffer) {
            int bytes = buffer.capacity();
            if (bytes > 0 && bytes <= KEPT_BYTES_MAX && spares.size() < COUNT_MAX) {
                spares.push(buffer.clear());
            }
        }
    }

    private static final FastThreadLocal<Spares> SPARES =
            new FastThreadLocal<>() {
                @Override
                protected Spares initialValue() {
                    return new Spares();
                }
            };

    private static final int LARGE_BYTES = 64 * 1024;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private ByteBuffer out = NOTHING;

    boolean isEmpty() {
        return out.position() == 0;
    }

    /** Whether so much has gathered that it is to leave before the turn is over. */
    boolean isLarge() {
        return out.position() >= LARGE_BYTES;
    }

    void written(long correlation, byte[] result) {
        KvResult decoded = KvResult.decode(result);
        room(ResponseCodec.WRITTEN_BYTES);
        ResponseCodec.encodeWritten(
                out, correlation, decoded.status(), decoded.version(), decoded.number());
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
        if (out.capacity() == 0) {
            out = SPARES.get().take();
        }
        if (out.remaining() < bytes) {
            int needed = out.position() + bytes;
            ByteBuffer larger = ByteBuffer.allocate(Math.max(out.capacity() * 2, needed));
            out = larger.put(out.flip());
        }
    }

    /** Writes everything to the channel and flushes it. */
    void flush(Channel channel) {
        ByteBuf bytes = channel.alloc().directBuffer(out.position());
        bytes.writeBytes(out.flip());
        var _ = channel.writeAndFlush(bytes, channel.voidPromise());
        forget();
    }

    /** Drops what has gathered; at the end of the connection at the latest. */
    void forget() {
        SPARES.get().giveBack(out);
        out = NOTHING;
    }
}
