package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of a {@link CommandsProcedure}. Replies are as the connection writes them; the arrays
 * must not be changed.
 *
 * <pre>
 *  kind (u8)
 *  | if the kind is 3: messages (varint) | per message: kind (u8)
 *    | if it is 0, or 1 for one of a shard: channel | content
 *    | if it is 2, an event of a key: its class (u8) | its name | the key
 *  | per reply: length (varint), bytes
 * </pre>
 */
public sealed interface ProcedureResult {
    /** The kind of one with replies. */
    int REPLIES = 0;

    /** The kind of one that has failed as a whole. */
    int FAILED = 1;

    /** The kind of one of a transaction whose keys have changed since they were watched. */
    int CONFLICT = 2;

    /** The kind of one with replies and with messages before them. */
    int MESSAGES = 3;

    /** The kind of a message to a channel. */
    int CHANNEL = 0;

    /** The kind of a message to a channel of a shard. */
    int SHARD = 1;

    /** The kind of an event of a key. */
    int KEY_EVENT = 2;

    /**
     * The commands were executed.
     *
     * @param messages that they publish
     * @param replies one for each command, or fewer if the last ones were left out, which are to be
     *     sent again; never of a transaction
     */
    record Done(List<Message> messages, List<byte[]> replies) implements ProcedureResult {
        /** Messages and replies; the lists are copied. */
        public Done {
            messages = List.copyOf(messages);
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
        List<Message> messages = kind == MESSAGES ? messages(in) : List.of();
        List<byte[]> replies = new ArrayList<>();
        while (in.remaining() > 0) {
            replies.add(in.getBytes());
        }
        return switch (kind) {
            case REPLIES, MESSAGES -> new Done(messages, replies);
            case FAILED -> new Failed(replies.getFirst());
            default -> new Conflict();
        };
    }

    private static List<Message> messages(ByteReader in) {
        List<Message> messages = new ArrayList<>();
        for (int i = in.getCount(); i > 0; i--) {
            messages.add(message(in));
        }
        return messages;
    }

    private static Message message(ByteReader in) {
        int kind = in.getByte();
        if (kind != KEY_EVENT) {
            return new Message.Published(kind == SHARD, in.getBytes(), in.getBytes());
        }
        int number = in.getByte();
        EventClass of = EventClass.of(number);
        if (of == null) {
            throw new MalformedBytesException("No class of events is " + number + ".");
        }
        return new Message.KeyEvent(
                of, new String(in.getBytes(), StandardCharsets.US_ASCII), in.getBytes());
    }

    /** Writes a message behind the others. */
    static void encode(Message message, ByteWriter out) {
        switch (message) {
            case Message.Published published ->
                    out.putByte(published.isShard() ? SHARD : CHANNEL)
                            .putBytes(published.channel())
                            .putBytes(published.content());
            case Message.KeyEvent event ->
                    out.putByte(KEY_EVENT)
                            .putByte(event.kind().code())
                            .putBytes(event.event().getBytes(StandardCharsets.US_ASCII))
                            .putBytes(event.key());
        }
    }
}
