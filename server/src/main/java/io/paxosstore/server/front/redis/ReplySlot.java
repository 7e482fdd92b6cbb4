package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.IntConsumer;

/** The place of one reply among those of its connection. On the connection's loop only. */
final class ReplySlot {
    private static final byte[] NOTHING = {};

    private final int version;
    private final IntConsumer onGiven;
    private byte @Nullable [] bytes;
    private int accountedBytes;
    private boolean isSilent;
    private boolean isPush;

    /**
     * @param version of the protocol that the reply is written in
     * @param onGiven told how many bytes the reply has when it is there
     */
    ReplySlot(int version, IntConsumer onGiven) {
        this.version = version;
        this.onGiven = onGiven;
    }

    int version() {
        return version;
    }

    /** How many bytes were told when the reply was given: it may have been silenced since. */
    int accountedBytes() {
        return accountedBytes;
    }

    /** The reply, as it is written; null while it is awaited. */
    byte @Nullable [] bytes() {
        return bytes;
    }

    /** The client wants no reply to this command; what it listens to comes all the same. */
    void silence() {
        isSilent = true;
        if (bytes != null && !isPush) {
            bytes = NOTHING;
        }
    }

    /** Here is the reply. */
    void give(Reply reply) {
        give(ReplyWriter.bytes(reply, version));
    }

    /** Here is what a subscription is told, one behind the other. */
    void pushAll(List<Reply> replies) {
        ByteWriter out = new ByteWriter(64);
        ReplyWriter writer = new ReplyWriter(out, version);
        replies.forEach(writer::write);
        isPush = true;
        give(out.toBytes());
    }

    /** Here is the reply as it is to be written; a second one does not count. */
    void give(byte[] written) {
        if (bytes == null) {
            byte[] shown = isSilent && !isPush ? NOTHING : written;
            bytes = shown;
            accountedBytes = shown.length;
            onGiven.accept(shown.length);
        }
    }
}
