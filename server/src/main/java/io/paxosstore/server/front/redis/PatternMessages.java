package io.paxosstore.server.front.redis;

import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.redis.data.Glob;
import io.paxosstore.redis.resp.Reply;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Messages on their way to those who listen to patterns. Which patterns match may take long to see:
 * what takes longer than a moment goes on in later turns of one loop, and messages that come
 * meanwhile wait behind it, so that they stay in their order. Thread-safe.
 */
final class PatternMessages {
    /** How long a loop is busy in one turn, or with one pattern if that takes longer. */
    static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Most bytes of messages that wait; what is more reaches nobody by a pattern. */
    static final int BYTES_MAX = 16 << 20;

    /** What a message that waits costs beside its bytes. */
    private static final int MESSAGE_BYTES = 256;

    private static final RateLimitedLog LOG =
            new RateLimitedLog(LoggerFactory.getLogger(PatternMessages.class), System::nanoTime);

    private final Set<Subject> patterns;
    private final Function<Subject, Collection<Subscriptions.Listener>> listeners;
    private final Executor later;
    private final LongSupplier nanoTime;
    private final Deque<Sending> waiting = new ArrayDeque<>();
    private long waitingBytes;

    /**
     * @param patterns that are listened to; others change it meanwhile
     * @param listeners to a pattern
     * @param later does something in a later turn of one loop
     * @param nanoTime the monotonic clock
     */
    PatternMessages(
            Set<Subject> patterns,
            Function<Subject, Collection<Subscriptions.Listener>> listeners,
            Executor later,
            LongSupplier nanoTime) {
        this.patterns = patterns;
        this.listeners = listeners;
        this.later = later;
        this.nanoTime = nanoTime;
    }

    /** One message, and the patterns that have not been looked at. */
    private final class Sending {
        final byte[] channel;
        final Reply name;
        final Reply content;
        final long bytes;
        final Iterator<Subject> left = patterns.iterator();
        int receivers;

        Sending(byte[] channel, byte[] message) {
            this.channel = channel;
            this.name = new Reply.Bulk(channel);
            this.content = new Reply.Bulk(message);
            this.bytes = (long) MESSAGE_BYTES + channel.length + message.length;
        }

        /** Looks at patterns until the time is over; returns whether it has looked at all. */
        boolean goOn(long endNanos) {
            while (left.hasNext()) {
                Subject pattern = left.next();
                // Made anew: what it may come to hold would have to be accounted for each pattern.
                if (new Glob(pattern.name()).matches(channel)) {
                    sendTo(pattern);
                }
                if (nanoTime.getAsLong() - endNanos >= 0) {
                    break;
                }
            }
            return !left.hasNext();
        }

        private void sendTo(Subject pattern) {
            List<Reply> matched =
                    List.of(
                            Reply.bulk(Subject.Kind.PATTERN.message()),
                            new Reply.Bulk(pattern.name()),
                            name,
                            content);
            for (Subscriptions.Listener listener : listeners.apply(pattern)) {
                listener.push(pattern, matched);
                receivers++;
            }
        }
    }

    /**
     * Sends a message to whoever listens to a pattern that its channel matches.
     *
     * @return how many have taken it by now
     */
    int send(byte[] channel, byte[] message) {
        Sending sending = new Sending(channel, message);
        if (isIdle() && sending.goOn(endOfTurn())) {
            return sending.receivers;
        }
        int told = sending.receivers; // no longer this thread's once it waits
        waits(sending);
        return told;
    }

    private long endOfTurn() {
        return nanoTime.getAsLong() + TURN_NANOS;
    }

    private synchronized boolean isIdle() {
        return waiting.isEmpty();
    }

    /** Whether so much waits that more reaches nobody. */
    synchronized boolean isFull() {
        return waitingBytes >= BYTES_MAX;
    }

    private synchronized void waits(Sending sending) {
        if (isFull()) {
            LOG.warn(
                    "redis_messages_dropped",
                    "Clients of Redis listen to so many patterns that messages come faster than it"
                            + " is seen whom they are for; some reach nobody by a pattern.");
            return;
        }
        waiting.add(sending);
        waitingBytes += sending.bytes;
        if (waiting.size() == 1) {
            later.execute(this::turn);
        }
    }

    private void turn() {
        long endNanos = endOfTurn();
        Sending next = first();
        while (next != null && next.goOn(endNanos)) {
            next = nextAfter(next);
        }
        if (next != null) {
            later.execute(this::turn);
        }
    }

    private synchronized @Nullable Sending first() {
        return waiting.peek();
    }

    private synchronized @Nullable Sending nextAfter(Sending ended) {
        waiting.remove();
        waitingBytes -= ended.bytes;
        return waiting.peek();
    }
}
