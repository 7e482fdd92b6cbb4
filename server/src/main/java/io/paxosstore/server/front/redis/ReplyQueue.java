package io.paxosstore.server.front.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * The replies of one connection: they leave in the order of their commands, whatever is answered
 * first. On the connection's loop only.
 */
final class ReplyQueue {
    private final Deque<ReplySlot> slots = new ArrayDeque<>();

    void add(ReplySlot slot) {
        slots.add(slot);
    }

    /** How many have not left. */
    int size() {
        return slots.size();
    }

    /** Whether the next reply can leave. */
    boolean isReady() {
        ReplySlot first = slots.peek();
        return first != null && first.bytes() != null;
    }

    /** Writes what can leave. */
    void write(Channel channel) {
        int bytes = 0;
        for (ReplySlot slot : slots) {
            byte @Nullable [] reply = slot.bytes();
            if (reply == null) {
                break;
            }
            bytes += reply.length;
        }
        ByteBuf out = channel.alloc().buffer(bytes);
        while (isReady()) {
            out.writeBytes(Objects.requireNonNull(slots.remove().bytes()));
        }
        var _ = channel.writeAndFlush(out);
    }

    /** Nobody waits for them any more. */
    void forget() {
        slots.clear();
    }
}
