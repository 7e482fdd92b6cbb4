package io.paxosstore.protocol.wire;

import io.paxosstore.protocol.model.ModelLimits;

import java.nio.ByteBuffer;

/**
 * The frame, the unit of the client protocol, and the protocol's constants.
 *
 * <pre>
 *  0               4      5                13
 *  +---------------+------+----------------+-----------
 *  | length (u32)  | type | correlation    | body ...
 *  +---------------+------+----------------+-----------
 *  length: bytes that follow the length field, 9 at least
 *  type: 1..63 requests, 64 more with a trace context, 129..255 responses
 *  correlation: chosen by the client, repeated in the response; all integers are big-endian
 * </pre>
 *
 * <p>Frames follow one another without gaps, and responses come in any order. The first frame of a
 * connection must be a HELLO, at most {@link #HANDSHAKE_FRAME_BYTES_MAX} long: the first four bytes
 * of an HTTP, TLS or Redis client read as a greater length, so that garbage is recognised by its
 * first bytes, before anything is buffered.
 */
public final class Wire {
    /** "PXST", the first field of a HELLO's and a WELCOME's body. */
    public static final int MAGIC = 0x50585354;

    /** The version of this protocol that this package speaks. */
    public static final int PROTOCOL_VERSION = 1;

    /** Size of the length field. */
    public static final int LENGTH_BYTES = 4;

    /** Size of length, type and correlation id. */
    public static final int HEADER_BYTES = LENGTH_BYTES + 1 + 8;

    /** Longest first frame of a client, length field included. */
    public static final int HANDSHAKE_FRAME_BYTES_MAX = 1024;

    /**
     * Longest frame a client accepts, length field included. The longest there can be is the result
     * of a MultiOp: 3 MiB of elements, 22 bytes more for each of 100,000, and a cursor of 4 KiB for
     * each of 1,000 scans.
     */
    public static final int FRAME_BYTES_MAX = 10 * 1024 * 1024;

    /** Longest key any server can allow: its length is a 16-bit number. */
    public static final int KEY_BYTES_LIMIT = 0xffff;

    /** Most names of keys that an answer can list. */
    public static final int KEYS_MAX = 10_000;

    /** How many bytes of values an answer can bring that reads many keys, but for the last one. */
    public static final int KEYS_VALUE_BYTES_MAX = 4 << 20;

    /** Longest name (of a client, space, host or cluster) in UTF-8. */
    public static final int NAME_BYTES_MAX = 255;

    /** Longest sentence of a FAILURE or GOODBYE in UTF-8; longer ones are cut when encoded. */
    public static final int SENTENCE_BYTES_MAX = 1000;

    /** Most nodes a WELCOME can list. */
    public static final int NODES_MAX = 1000;

    /** Most spaces a space list can carry. */
    public static final int SPACES_MAX = 10_000;

    /** Most objects a CHANGED can list. */
    public static final int CHANGED_OBJECTS_MAX = 256;

    /** Most changes that a RANGE_CHANGED can bring. */
    public static final int RANGE_CHANGES_MAX = 1000;

    /** Correlation id of frames that answer no request: WELCOME, GOODBYE. */
    public static final long NO_CORRELATION = 0;

    /** Longest time to live, as entities have it: 100 years. */
    public static final long TTL_MILLIS_MAX = ModelLimits.TTL_MILLIS_MAX;

    /** What {@link #completeFrameBytes} returns while bytes are missing. */
    public static final int INCOMPLETE = -1;

    private static final int LENGTH_MIN = HEADER_BYTES - LENGTH_BYTES;

    private Wire() {}

    /**
     * Looks for a whole frame at the buffer's position; moves nothing.
     *
     * @param frameBytesMax longest frame to accept, length field included
     * @return the frame's size, length field included, or {@link #INCOMPLETE}
     * @throws MalformedFrameException if the length field is impossible; the connection must be
     *     closed, since the next frame cannot be found
     */
    public static int completeFrameBytes(ByteBuffer in, int frameBytesMax)
            throws MalformedFrameException {
        if (in.remaining() < LENGTH_BYTES) {
            return INCOMPLETE;
        }
        int length = in.getInt(in.position());
        if (length < LENGTH_MIN || length > frameBytesMax - LENGTH_BYTES) {
            throw new MalformedFrameException(
                    "This is no frame of the PaxosStore client protocol: its length field says "
                            + Integer.toUnsignedString(length)
                            + " bytes, allowed are "
                            + LENGTH_MIN
                            + " to "
                            + (frameBytesMax - LENGTH_BYTES)
                            + ".");
        }
        return in.remaining() - LENGTH_BYTES < length ? INCOMPLETE : LENGTH_BYTES + length;
    }

    /** The correlation id of the whole frame at the buffer's position; moves nothing. */
    public static long correlationOf(ByteBuffer frame) {
        return frame.getLong(frame.position() + LENGTH_BYTES + 1);
    }
}
