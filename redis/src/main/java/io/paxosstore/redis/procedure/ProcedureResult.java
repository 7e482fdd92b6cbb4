package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of a {@link CommandsProcedure}. Replies are as the connection writes them; the arrays
 * must not be changed.
 *
 * <pre>
 *  kind (u8) | per reply: length (varint), bytes
 * </pre>
 */
public sealed interface ProcedureResult {
    /** The kind of one with replies. */
    int REPLIES = 0;

    /** The kind of one that has failed as a whole. */
    int FAILED = 1;

    /** The kind of one of a transaction whose keys have changed since they were watched. */
    int CONFLICT = 2;

    /**
     * The commands were executed.
     *
     * @param replies one for each command, or fewer if the last ones were left out, which are to be
     *     sent again; never of a transaction
     */
    record Done(List<byte[]> replies) implements ProcedureResult {
        /** Replies; the list is copied. */
        public Done {
            replies = List.copyOf(replies);
        }
    }

    /**
     * Nothing of them took effect.
     *
     * @param reply why
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    record Failed(byte[] reply) implements ProcedureResult {}

    /** Nothing of them took effect: the watched keys have changed. */
    record Conflict() implements ProcedureResult {}

    /**
     * Reads a result.
     *
     * @throws MalformedBytesException if the bytes are none
     */
    static ProcedureResult decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int kind = in.getByte();
        List<byte[]> replies = new ArrayList<>();
        while (in.remaining() > 0) {
            replies.add(in.getBytes());
        }
        return switch (kind) {
            case REPLIES -> new Done(replies);
            case FAILED -> new Failed(replies.getFirst());
            default -> new Conflict();
        };
    }
}
