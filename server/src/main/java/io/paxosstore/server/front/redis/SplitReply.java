package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.redis.command.CommandSpec.Splitting;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The reply to a command that was executed key by key: what its parts say together, or the first
 * error among them. What it keeps of them is accounted where the reply is awaited, and goes as soon
 * as it is of no use. On the connection's loop only.
 */
final class SplitReply {
    /** The line before the one element of a part's array. */
    private static final int ARRAY_LINE = "*1\r\n".length();

    /** With more bytes the parts are no reply. */
    private static final int BYTES_MAX = 64 << 20;

    /** What a part costs beside its bytes. */
    private static final int PART_BYTES = 24;

    private static final byte[] TOO_LARGE =
            ("-ERR the values have more than " + BYTES_MAX + " bytes; ask for some of them\r\n")
                    .getBytes(StandardCharsets.US_ASCII);

    private final Splitting how;
    private final ReplySlot reply;

    /** Those that are elements of the whole; null where they are none, or of no use any more. */
    private byte @Nullable [] @Nullable [] elements;

    private byte @Nullable [] error;
    private int errorPart;
    private long sum;
    private long heldBytes;
    private int missing;

    SplitReply(Splitting how, int count, ReplySlot reply) {
        this.how = how;
        this.reply = reply;
        this.elements = how == Splitting.IN_ORDER ? new byte[count][] : null;
        this.missing = count;
    }

    /** Here is the reply to a part, as it would be written. */
    void give(int part, byte[] bytes) {
        missing--;
        if (reply.isOver()) {
            elements = null;
            return;
        }
        if (bytes[0] == '-') {
            failed(part, bytes);
        } else {
            switch (how) {
                case SUM -> sum += number(bytes);
                case ALL_OK -> {} // says no more than that it has come
                case IN_ORDER -> keep(part, bytes);
            }
        }
        if (missing == 0) {
            end();
        }
    }

    private void failed(int part, byte[] bytes) {
        if (error == null || part < errorPart) {
            error = bytes;
            errorPart = part;
        }
        elements = null;
        reply.keep(-heldBytes);
        heldBytes = 0;
    }

    private void keep(int part, byte[] bytes) {
        if (elements == null) {
            return; // there is an error
        }
        elements[part] = bytes;
        heldBytes += PART_BYTES + bytes.length;
        reply.keep(PART_BYTES + bytes.length);
        if (heldBytes > BYTES_MAX) {
            elements = null;
            reply.give(TOO_LARGE);
        }
    }

    private void end() {
        if (error != null) {
            reply.give(error);
            return;
        }
        switch (how) {
            case SUM -> reply.give(new Reply.Number(sum));
            case ALL_OK -> reply.give(Reply.OK);
            case IN_ORDER -> giveElements();
        }
    }

    private static long number(byte[] part) {
        return Arguments.integer(Arrays.copyOfRange(part, 1, part.length - 2));
    }

    private void giveElements() {
        if (elements == null) {
            return; // they were too large
        }
        ByteWriter out = new ByteWriter(64);
        out.putRaw(("*" + elements.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (byte[] part : elements) {
            out.putRaw(Arrays.copyOfRange(part, ARRAY_LINE, part.length));
        }
        elements = null;
        reply.give(out.toBytes());
    }
}
