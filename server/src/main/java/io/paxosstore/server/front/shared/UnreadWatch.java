package io.paxosstore.server.front.shared;

import io.netty.channel.ChannelOutboundBuffer;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;

/**
 * Whether a client takes anything of what waits for it, as several looks show: a slow reader takes
 * a little between any two of them, and a pause of the loop looks like one look. On the loop only.
 */
final class UnreadWatch {
    /** As often the same must have been seen, */
    private static final int LOOKS_MIN = 4;

    /** and for so long: the kernel asks for more when it has sent a good part of what it had. */
    private static final long STUCK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private @Nullable Object head;
    private long headBytes;
    private long waitingBytes;
    private long sinceNanos;
    private int looks;

    /**
     * One more look.
     *
     * @return whether the client has taken nothing for a while
     */
    @SuppressWarnings("ReferenceEquality") // the same buffer, not an equal one
    boolean isStuck(ChannelOutboundBuffer queued, long nowNanos) {
        Object first = queued.current();
        boolean isSame =
                first != null
                        && first == head
                        && queued.currentProgress() == headBytes
                        && queued.totalPendingWriteBytes() >= waitingBytes;
        if (!isSame) {
            looks = 0;
            sinceNanos = nowNanos;
        }
        looks++;
        head = first;
        headBytes = queued.currentProgress();
        waitingBytes = queued.totalPendingWriteBytes();
        return looks >= LOOKS_MIN && nowNanos - sinceNanos >= STUCK_NANOS;
    }

    /** The client has taken all that waited, or is gone. */
    void forget() {
        looks = 0;
        head = null;
    }
}
