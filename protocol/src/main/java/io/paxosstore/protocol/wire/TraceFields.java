package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.TraceContext;

import java.nio.ByteBuffer;

/**
 * The trace context that a request may carry behind its body, which its type says.
 *
 * <pre>
 *  body of the request ... | trace id (128 bits) | span id (64 bits) | flags (8 bits) |
 * </pre>
 */
final class TraceFields {
    static final int BYTES = 25;

    private TraceFields() {}

    /** Whether requests of this type have a trace context behind their body. */
    static boolean isTraced(byte type) {
        return type > FrameType.TRACED;
    }

    /** The type of the same request without a trace context. */
    static byte withoutTrace(byte type) throws MalformedFrameException {
        byte plain = (byte) (type - FrameType.TRACED);
        if (!mayBeTraced(plain)) {
            throw new MalformedFrameException(
                    "A request of type " + plain + " carries no trace context.");
        }
        return plain;
    }

    /** What a caller waits for; greetings, signs of life and what is followed are no part of it. */
    private static boolean mayBeTraced(byte type) {
        return switch (type) {
            case FrameType.CREATE_SPACE,
                    FrameType.LIST_SPACES,
                    FrameType.DROP_SPACE,
                    FrameType.OPEN_SPACE,
                    FrameType.OPEN_SPACE_LOCAL,
                    FrameType.CHANGE_MEMBERS,
                    FrameType.SHOW_TOPOLOGY,
                    FrameType.BALANCE,
                    FrameType.KV_READ,
                    FrameType.KV_WRITE,
                    FrameType.ENTITY_READ,
                    FrameType.ENTITY_WRITE,
                    FrameType.LIST_KEYS,
                    FrameType.READ_KEYS ->
                    true;
            default -> false;
        };
    }

    /** Puts a context behind the frame that begins at {@code start} and ends here. */
    static void append(ByteBuffer out, int start, TraceContext context) {
        byte type = out.get(start + Wire.LENGTH_BYTES);
        if (!mayBeTraced(type)) {
            throw new IllegalArgumentException(
                    "A request of type " + type + " carries no trace context.");
        }
        out.put(start + Wire.LENGTH_BYTES, (byte) (type + FrameType.TRACED));
        out.putLong(context.traceIdHigh()).putLong(context.traceIdLow());
        out.putLong(context.spanId()).put((byte) context.flags());
        out.putInt(start, out.position() - start - Wire.LENGTH_BYTES);
    }

    /** Takes the context off the end of what is left of a frame. */
    static TraceContext takeOff(ByteBuffer in) throws MalformedFrameException {
        Fields.need(in, BYTES);
        int at = in.limit() - BYTES;
        long traceIdHigh = in.getLong(at);
        long traceIdLow = in.getLong(at + 8);
        long spanId = in.getLong(at + 16);
        int flags = in.get(at + 24) & 0xff;
        in.limit(at);
        try {
            return new TraceContext(traceIdHigh, traceIdLow, spanId, flags);
        } catch (IllegalArgumentException e) {
            throw new MalformedFrameException(String.valueOf(e.getMessage()));
        }
    }
}
