package io.paxosstore.server.front.shared;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.RequestMemory;
import io.paxosstore.node.memory.Use;

/**
 * What one connection holds of the node's memory: its requests under way, the answers that are
 * being read for it, and those that its client has not taken yet. Says when nothing more is to be
 * read from it. On its loop only.
 */
public final class SessionFlow {
    /** A connection's share of the node's memory: one of so many. */
    private static final int SHARES = 4;

    /** Answers stop the reading at this part of what cuts a client off. */
    private static final int ANSWERS_PART = 8;

    private final Channel channel;
    private final LoopMemory memory;
    private final int answerBytesMax;
    private final long answersStopBytes;
    private final long shareBytes;
    private final Runnable onDrained;
    private final RequestMemory requests;
    private final UnreadWatch unread = new UnreadWatch();
    private long expectedBytes;
    private long waitingBytes;
    private boolean awaitingDrain;
    private long awaitingSinceNanos;
    private boolean closed;

    /**
     * @param answerBytesMax answers that may wait for the client
     * @param onDrained told when the client has taken what waited
     */
    public SessionFlow(Channel channel, LoopMemory memory, int answerBytesMax, Runnable onDrained) {
        this.channel = channel;
        this.memory = memory;
        this.requests = new RequestMemory(memory);
        this.answerBytesMax = answerBytesMax;
        this.answersStopBytes = answerBytesMax / ANSWERS_PART;
        this.shareBytes = memory.node().bytesMax() / SHARES;
        this.onDrained = onDrained;
    }

    /** How many requests wait for their outcome. */
    public int inFlight() {
        return requests.underWay();
    }

    /**
     * A request begins.
     *
     * @param bytes of its content: what it brings, or what its answer is known to bring
     * @return false when the node has no memory for it
     */
    public boolean begin(long correlation, int bytes) {
        return requests.begin(correlation, bytes);
    }

    /** It has its outcome. */
    public void end(long correlation) {
        requests.end(correlation);
    }

    /** A large answer is being read for this connection, with memory of its own. */
    public void expect(int bytes) {
        expectedBytes += bytes;
    }

    /** It has been handed over. */
    public void arrived(int bytes) {
        expectedBytes -= bytes;
    }

    /** Whether no more requests are to be read for now. */
    public boolean isFull() {
        return waitingBytes > answersStopBytes
                || mustTakeFirst()
                || requests.contentBytes() + expectedBytes + waitingBytes > shareBytes;
    }

    /** Whether requests may be read again after {@link #isFull}. */
    public boolean isRelieved() {
        return waitingBytes <= answersStopBytes / 2
                && !mustTakeFirst()
                && requests.contentBytes() + expectedBytes + waitingBytes <= shareBytes / 2;
    }

    /**
     * Where memory is scarce nobody gets more before what he has asked for is taken: some replies
     * cost so little that nothing else bounds them.
     */
    private boolean mustTakeFirst() {
        return waitingBytes > 0 && memory.isShort(Use.LARGE);
    }

    /** Whether so much waits for the client that no more need be written now. */
    public boolean isUnread() {
        return waitingBytes > answersStopBytes;
    }

    /** Whether the client has left so much unread that it is to be cut off. */
    public boolean isOverfull() {
        return waitingBytes > answerBytesMax;
    }

    /** Answers were written: takes over into the account what the socket did not take. */
    public void written(long nowNanos) {
        ChannelOutboundBuffer queued = closed ? null : channel.unsafe().outboundBuffer();
        long waiting = queued == null ? 0 : queued.totalPendingWriteBytes();
        if (waiting > waitingBytes) {
            memory.charge(waiting - waitingBytes);
        } else if (waiting < waitingBytes) {
            memory.release(waitingBytes - waiting);
        }
        waitingBytes = waiting;
        if (waiting > 0 && !awaitingDrain) {
            awaitingDrain = true;
            awaitingSinceNanos = nowNanos;
            // Told while the channel still counts it: looked at when it does no more.
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener(done -> channel.eventLoop().execute(this::drained));
        }
    }

    /** What was written before is with the client's machine, or the connection is gone. */
    private void drained() {
        awaitingDrain = false;
        unread.forget();
        onDrained.run();
    }

    /** Whether the client has not taken an answer for so long. */
    public boolean isSlower(long timeoutNanos, long nowNanos) {
        return awaitingDrain && nowNanos - awaitingSinceNanos > timeoutNanos;
    }

    /**
     * What the client leaves unread; to be asked several times.
     *
     * @return in bytes; 0 if it has taken something lately, or nothing waits
     */
    public long unreadBytes(long nowNanos) {
        written(nowNanos);
        ChannelOutboundBuffer queued = closed ? null : channel.unsafe().outboundBuffer();
        return queued != null && awaitingDrain && unread.isStuck(queued, nowNanos)
                ? waitingBytes
                : 0;
    }

    /** The connection is gone, and with it what waited; requests under way end by themselves. */
    public void close() {
        closed = true;
        memory.release(waitingBytes);
        waitingBytes = 0;
    }
}
