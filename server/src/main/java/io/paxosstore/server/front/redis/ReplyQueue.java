package io.paxosstore.server.front.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.Use;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The replies of one connection: they leave in the order of their commands, whatever is answered
 * first. What comes without being asked for does not wait for replies, but leaves behind all that
 * was told of subscriptions before it. On the connection's loop only.
 */
final class ReplyQueue {
    /** Replies are written in buffers of so many bytes, or of one reply. */
    private static final int BUFFER_BYTES = 1 << 20;

    private final LoopMemory memory;
    private final long bytesMax;
    private final Deque<ReplySlot> slots = new ArrayDeque<>();

    /** The first that has no reply yet, and all behind it. */
    private final Deque<ReplySlot> awaited = new ArrayDeque<>();

    private final Deque<Pushed> pushed = new ArrayDeque<>();

    /** How many places were made, and how many of them have left. */
    private long opened;

    private long left;

    /** The place of the last that is told of subscriptions. */
    private long told;

    private long heldBytes;

    /** What nobody has asked for, of that. */
    private long unaskedBytes;

    /** How many have something to do in their turn. */
    private int turns;

    private boolean isTurn;

    /** Does what was to be done in its turn when nobody waits for replies; null until then. */
    private @Nullable Consumer<Runnable> elsewhere;

    /**
     * What was not asked for.
     *
     * @param behind how many places must have left before it
     * @param before how many may: later ones may tell that it is not listened to any more
     */
    @SuppressWarnings("ArrayRecordComponent") // on its way to the network
    private record Pushed(byte[] bytes, long behind, long before) {}

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
        opened++;
        long place = opened;
        ReplySlot slot =
                new ReplySlot(
                        version,
                        new ReplySlot.Owner() {
                            @Override
                            public void hold(long bytes) {
                                ReplyQueue.this.hold(bytes);
                            }

                            @Override
                            public void given(boolean isPush) {
                                told = isPush ? Math.max(told, place) : told;
                                onGiven.run();
                                takeTurns();
                            }
                        });
        slot.keep(commandBytes);
        slots.add(slot);
        awaited.add(slot);
        return slot;
    }

    /**
     * Does something as soon as all before a place have their replies, whether these have left or
     * not. Later commands do not wait for it.
     */
    void inTurn(ReplySlot slot, Runnable task) {
        if (elsewhere != null) {
            elsewhere.accept(task);
            return;
        }
        slot.turn(task);
        turns++;
        takeTurns();
    }

    /** Whether anything waits for its turn, or for the end of a command that may publish. */
    boolean hasTurns() {
        return turns > 0 || awaited.stream().anyMatch(ReplySlot::mayPublish);
    }

    /** What is done in its turn may give the reply, and thereby the turn to the next. */
    private void takeTurns() {
        if (isTurn) {
            return;
        }
        isTurn = true;
        while (!awaited.isEmpty()) {
            ReplySlot first = awaited.element();
            Runnable task = first.takeTurn();
            if (task != null) {
                turns--;
                task.run();
            } else if (first.isOver()) {
                awaited.remove();
            } else {
                break;
            }
        }
        isTurn = false;
    }

    /** Takes what was not asked for, as it is written in version 3 of the protocol. */
    void push(byte[] bytes) {
        ReplySlot last = slots.peekLast();
        boolean isBeforeLast = last != null && last.isBehindTurns();
        pushed.add(new Pushed(bytes, told, isBeforeLast ? opened - 1 : opened));
        hold(bytes.length);
        unaskedBytes += bytes.length;
    }

    /**
     * The same in version 2, where it has a place among the replies.
     *
     * @param slot the last place
     */
    void pushInOrder(ReplySlot slot, Reply message) {
        slot.give(message);
        slot.wasUnasked();
        unaskedBytes += slot.heldBytes();
        slots.removeLast();
        ReplySlot before = slots.peekLast();
        if (before != null && before.isBehindTurns()) {
            slots.removeLast();
            slots.add(slot);
            slots.add(before);
        } else {
            slots.add(slot);
        }
    }

    private void hold(long bytes) {
        if (elsewhere != null) {
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

    /** Whether more is held of what nobody has asked for than ever should be. */
    boolean isOverfull() {
        return unaskedBytes > bytesMax;
    }

    /** What is held: replies, commands that have none yet, and parts of their replies. */
    long heldBytes() {
        return heldBytes;
    }

    /** How many have not left. */
    int size() {
        return slots.size() + pushed.size();
    }

    /** Whether anything can leave. */
    boolean isReady() {
        return isReady(slots.peek()) || isReady(pushed.peek());
    }

    private boolean isReady(@Nullable Pushed next) {
        return next != null && next.behind() <= left;
    }

    private static boolean isReady(@Nullable ReplySlot next) {
        return next != null && next.isOver();
    }

    /** Writes what can leave, or the first part of it. */
    void write(Channel channel) {
        ByteBuf out = channel.alloc().buffer(bufferBytes());
        while (isReady() && out.readableBytes() < BUFFER_BYTES) {
            Pushed next = pushed.peek();
            boolean isDue = next != null && next.before() <= left;
            if (isReady(slots.peek()) && !isDue) {
                ReplySlot slot = slots.remove();
                left++;
                hold(-slot.heldBytes());
                unaskedBytes -= slot.isUnasked() ? slot.heldBytes() : 0;
                out.writeBytes(Objects.requireNonNull(slot.bytes()));
            } else {
                byte[] bytes = pushed.remove().bytes();
                hold(-bytes.length);
                unaskedBytes -= bytes.length;
                out.writeBytes(bytes);
            }
        }
        var _ = channel.writeAndFlush(out);
    }

    /** About how many bytes the next buffer gets. */
    private int bufferBytes() {
        int bytes = 0;
        for (Pushed next : pushed) {
            if (!isReady(next) || bytes >= BUFFER_BYTES) {
                break;
            }
            bytes += next.bytes().length;
        }
        for (ReplySlot slot : slots) {
            byte @Nullable [] reply = slot.bytes();
            if (reply == null || bytes >= BUFFER_BYTES) {
                break;
            }
            bytes += reply.length;
        }
        return bytes;
    }

    /**
     * Nobody waits for them any more.
     *
     * @param orElse does what was to be done in its turn, which nobody can tell any more
     */
    void forget(Consumer<Runnable> orElse) {
        elsewhere = orElse;
        List<ReplySlot> undone = List.copyOf(awaited);
        awaited.clear();
        turns = 0;
        slots.forEach(ReplySlot::forget);
        slots.clear();
        pushed.clear();
        memory.release(heldBytes);
        heldBytes = 0;
        unaskedBytes = 0;
        for (ReplySlot slot : undone) {
            Runnable task = slot.takeTurn();
            if (task != null) {
                orElse.accept(task);
            }
        }
    }
}
