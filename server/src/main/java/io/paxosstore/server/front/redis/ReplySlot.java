package io.paxosstore.server.front.redis;

import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * The place of one reply among those of its connection, and what is kept for it until it is there.
 * On the connection's loop only.
 */
final class ReplySlot {
    private static final byte[] NOTHING = {};

    /** Whoever has made the place. */
    interface Owner {
        /** So many bytes more are held, or fewer if below 0. */
        void hold(long bytes);

        /**
         * The reply is there.
         *
         * @param isPush whether it is what a subscription is told
         */
        void given(boolean isPush);
    }

    private final int version;
    private final Owner owner;
    private byte @Nullable [] bytes;
    private long heldBytes;
    private boolean isApart;
    private boolean isSilent;
    private boolean isPush;
    private boolean isUnasked;
    private boolean mayPublish;
    private boolean isBehindTurns;
    private @Nullable Runnable turn;

    /**
     * @param version of the protocol that the reply is written in
     */
    ReplySlot(int version, Owner owner) {
        this.version = version;
        this.owner = owner;
    }

    /** A place in the reply to a transaction, which accounts for it. */
    static ReplySlot apart(int version) {
        ReplySlot slot =
                new ReplySlot(
                        version,
                        new Owner() {
                            @Override
                            public void hold(long bytes) {}

                            @Override
                            public void given(boolean isPush) {}
                        });
        slot.isApart = true;
        return slot;
    }

    /** Whether it is a part of the reply to a transaction, and cannot be waited for. */
    boolean isApart() {
        return isApart;
    }

    int version() {
        return version;
    }

    /** What it holds: the reply, which may have been silenced since; before it what is kept. */
    long heldBytes() {
        return heldBytes;
    }

    /** So many bytes more are kept, or fewer if below 0; with the reply all of it goes. */
    void keep(long more) {
        if (bytes == null) {
            heldBytes += more;
            owner.hold(more);
        }
    }

    /** Whether nothing is awaited any more: it has its reply, or nobody wants it. */
    boolean isOver() {
        return bytes != null;
    }

    /** Nobody has asked for what is in it. */
    void wasUnasked() {
        isUnasked = true;
    }

    boolean isUnasked() {
        return isUnasked;
    }

    /** The command may send messages when it is executed: a transaction, or a script. */
    void publishes() {
        mayPublish = true;
    }

    /** Whether it may yet send messages. */
    boolean mayPublish() {
        return mayPublish && bytes == null;
    }

    /** The command begins or ends subscriptions, and is executed when all before it has been. */
    void waitsBehindTurns() {
        isBehindTurns = true;
    }

    /** Whether it has not been executed yet: what is listened to until then comes before it. */
    boolean isBehindTurns() {
        return isBehindTurns && bytes == null;
    }

    /** What gives the reply is done in its turn. */
    void turn(Runnable task) {
        turn = task;
    }

    /** What is to be done in its turn, which is given once; null if nothing is. */
    @Nullable Runnable takeTurn() {
        Runnable task = turn;
        turn = null;
        return task;
    }

    /** Nobody wants the reply; its owner knows. */
    void forget() {
        bytes = NOTHING;
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

    /** Does something; if it is refused that is the reply. */
    void attempt(Runnable task) {
        try {
            task.run();
        } catch (RedisError e) {
            give(e.reply());
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
            keep(shown.length - heldBytes);
            bytes = shown;
            owner.given(isPush);
        }
    }
}
