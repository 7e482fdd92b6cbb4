package io.paxosstore.server.front.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.Use;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * The replies of one connection: they leave in the order of their commands, whatever is answered
 * first. On the connection's loop only.
 */
final class ReplyQueue {
    /** Replies are written in buffers of so many bytes, or of one reply. */
    private static final int BUFFER_BYTES = 1 << 20;

    private final LoopMemory memory;
    private final long bytesMax;
    private final Deque<ReplySlot> slots = new ArrayDeque<>();
    private long heldBytes;
    private boolean isForgotten;

    /**
     * @param memory is taken for what is held
     * @param bytesMax how much may be held before no more commands are to begin
     */
    ReplyQueue(LoopMemory memory, long bytesMax) {
        this.memory = memory;
        this.bytesMax = bytesMax;
    }

    /**
     * Makes place for one more.
     *
     * @param commandBytes what its command takes, which is held until the reply is there
     * @param onGiven told when it is there
     */
    ReplySlot open(int version, int commandBytes, Runnable onGiven) {
        ReplySlot slot =
                new ReplySlot(
                        version,
                        bytes -> {
                            hold(bytes - commandBytes);
                            onGiven.run();
                        });
        hold(commandBytes);
        slots.add(slot);
        return slot;
    }

    private void hold(long bytes) {
        if (isForgotten) {
            return;
        }
        heldBytes += bytes;
        if (bytes > 0) {
            memory.charge(bytes); // it is there already
        } else {
            memory.release(-bytes);
        }
    }

    /** Whether another command may begin: one may always, so that everybody gets on. */
    boolean hasRoom() {
        return heldBytes == 0 || (heldBytes < bytesMax && !memory.isShort(Use.LARGE));
    }

    /** Whether more is held than ever should be. */
    boolean isOverfull() {
        return heldBytes > bytesMax;
    }

    /** What is held: replies, and commands that have none yet. */
    long heldBytes() {
        return heldBytes;
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

    /** Writes what can leave, or the first part of it. */
    void write(Channel channel) {
        ByteBuf out = channel.alloc().buffer(bufferBytes());
        while (isReady() && out.readableBytes() < BUFFER_BYTES) {
            ReplySlot slot = slots.remove();
            hold(-slot.accountedBytes());
            out.writeBytes(Objects.requireNonNull(slot.bytes()));
        }
        var _ = channel.writeAndFlush(out);
    }

    /** How many bytes the next buffer gets. */
    private int bufferBytes() {
        int bytes = 0;
        for (ReplySlot slot : slots) {
            byte @Nullable [] reply = slot.bytes();
            if (reply == null || bytes >= BUFFER_BYTES) {
                break;
            }
            bytes += reply.length;
        }
        return bytes;
    }

    /** Nobody waits for them any more. */
    void forget() {
        slots.clear();
        memory.release(heldBytes);
        heldBytes = 0;
        isForgotten = true;
    }
}
