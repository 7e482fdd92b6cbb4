package io.paxosstore.server.front.redis;

import io.netty.buffer.ByteBuf;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.Use;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.ProtocolErrorException;
import io.paxosstore.redis.resp.RequestDecoder;
import io.paxosstore.redis.resp.RequestLimits;

import org.jspecify.annotations.Nullable;

/**
 * What a connection has brought of commands that have not begun, and the node's memory that it
 * takes. On the connection's loop only.
 */
final class RequestIntake {
    /** So much is read while no command may begin, so that it is seen when a client goes. */
    private static final int AHEAD_BYTES = 64 * 1024;

    /** Up to so many bytes it is a small request, for which there is room when others wait. */
    private static final int SMALL_BYTES = 4096;

    private final ShardLoop home;
    private final RequestDecoder decoder;
    private long heldBytes;
    private long unfinishedSinceNanos;

    RequestIntake(ShardLoop home, RequestLimits limits) {
        this.home = home;
        this.decoder = new RequestDecoder(limits);
        this.unfinishedSinceNanos = home.nowNanos();
    }

    /** Changes the limits for what is read from now on. */
    void limits(RequestLimits limits) {
        decoder.limits(limits);
    }

    /** Whether there is so much already that no more need come before commands begin again. */
    boolean hasEnough() {
        return decoder.heldBytes() >= AHEAD_BYTES;
    }

    /** Takes what has come; the buffer stays the caller's. */
    void add(ByteBuf in) {
        decoder.add(in);
    }

    /** When {@link #next} has just given a command, the time, on the monotonic clock. */
    long nextNanos() {
        return unfinishedSinceNanos;
    }

    /**
     * The next command; null if it has not come to its end.
     *
     * @throws ProtocolErrorException if what comes is none
     */
    @Nullable Arguments next() throws ProtocolErrorException {
        Arguments command = decoder.next();
        if (command != null) {
            unfinishedSinceNanos = home.nowNanos();
        }
        return command;
    }

    /**
     * Takes memory for what is held now, or gives it back.
     *
     * @param keptBytes what the connection keeps of commands that have begun
     * @return false if there is none: then everything is forgotten
     */
    boolean account(long keptBytes) {
        long now = decoder.heldBytes() + keptBytes;
        Use use = now < SMALL_BYTES ? Use.SMALL : Use.UNFINISHED;
        if (now > heldBytes && !home.memory().reserve(now - heldBytes, use)) {
            release();
            return false;
        }
        if (now < heldBytes) {
            home.memory().release(heldBytes - now);
        }
        heldBytes = now;
        return true;
    }

    /** Forgets what has come; at the end of the connection at the latest. */
    void release() {
        decoder.release();
        home.memory().release(heldBytes);
        heldBytes = 0;
    }

    /**
     * Whether a command has begun and not ended for so long; to be asked again and again.
     *
     * @param mayBegin whether commands are begun at all now
     */
    boolean isSlower(long timeoutNanos, long nowNanos, boolean mayBegin) {
        if (!mayBegin || !decoder.isUnfinished()) {
            unfinishedSinceNanos = nowNanos;
        }
        return nowNanos - unfinishedSinceNanos > timeoutNanos;
    }
}
