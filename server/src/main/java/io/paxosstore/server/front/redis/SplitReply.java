package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The reply to a command that was executed key by key: what its parts say together, or the first
 * error among them. On the connection's loop only.
 */
final class SplitReply {
    /** The line before the one element of a part's array. */
    private static final int ARRAY_LINE = "*1\r\n".length();

    /** With more bytes the parts are no reply. */
    private static final int BYTES_MAX = 64 << 20;

    private static final byte[] TOO_LARGE =
            ("-ERR the values have more than " + BYTES_MAX + " bytes; ask for some of them\r\n")
                    .getBytes(StandardCharsets.US_ASCII);

    private final Splitting how;
    private final byte[][] parts;
    private final ReplySlot reply;
    private int missing;
    private long heldBytes;

    SplitReply(Splitting how, int count, ReplySlot reply) {
        this.how = how;
        this.parts = new byte[count][];
        this.reply = reply;
        this.missing = count;
    }

    /** Here is the reply to a part, as it would be written. */
    void give(int part, byte[] bytes) {
        heldBytes += bytes.length;
        if (heldBytes > BYTES_MAX) {
            reply.give(TOO_LARGE); // what comes after it does not count
            Arrays.fill(parts, TOO_LARGE);
        }
        parts[part] = heldBytes > BYTES_MAX ? TOO_LARGE : bytes;
        missing--;
        if (missing == 0) {
            end();
        }
    }

    private void end() {
        for (byte[] part : parts) {
            if (part[0] == '-') {
                reply.give(part);
                return;
            }
        }
        switch (how) {
            case SUM ->
                    reply.give(
                            new Reply.Number(Arrays.stream(parts).mapToLong(this::number).sum()));
            case ALL_OK -> reply.give(Reply.OK);
            case IN_ORDER -> reply.give(elements());
        }
    }

    private long number(byte[] part) {
        return Arguments.integer(Arrays.copyOfRange(part, 1, part.length - 2));
    }

    private byte[] elements() {
        ByteWriter out = new ByteWriter(64);
        out.putRaw(("*" + parts.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (byte[] part : parts) {
            out.putRaw(Arrays.copyOfRange(part, ARRAY_LINE, part.length));
        }
        return out.toBytes();
    }
}
