package io.paxosstore.server.shard;

import io.paxosstore.core.EntityKey;
import io.paxosstore.core.Input;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The clients' requests that move much: few of them are under way at once, the others wait here for
 * their turn. Links, disks and loops serve in the order of arrival, so whatever comes behind large
 * requests, however short, waits until all of them are through; a bound of their bytes, and rests
 * between them when the others become slow, bound that time. On the shard's loop only.
 */
final class LargeQueue {
    /** How much of its time a request that has waited is left for the answer to come back. */
    private static final long WAY_NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long WAY_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(200);

    /** Without an end for so long, those under way are stuck, and nobody is told to be patient. */
    private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private final long largeBytes;
    private final long inFlightMax;
    private final GiveWay giveWay;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private final Map<EntityKey, Integer> keys = new HashMap<>();
    private long inFlight;
    private long movedNanos;

    /**
     * A request that waits; a small write waits behind a large one of its key.
     *
     * @param bytes what it moves
     * @param endNanos when it has waited too long
     */
    record Waiting(Input.Request request, int bytes, long endNanos) {}

    /**
     * @param largeBytes what a request moves that is large
     * @param inFlightMax bytes of large requests under way
     */
    LargeQueue(long largeBytes, long inFlightMax, GiveWay giveWay) {
        this.largeBytes = largeBytes;
        this.inFlightMax = inFlightMax;
        this.giveWay = giveWay;
    }

    boolean isLarge(int bytes) {
        return bytes >= largeBytes;
    }

    /**
     * Whether a request has to wait; it is kept if so.
     *
     * @param bytes what it moves
     */
    boolean keep(Input.Request request, int bytes, long nowNanos) {
        boolean behind =
                isLarge(bytes)
                        ? !waiting.isEmpty() || !fits(bytes, nowNanos)
                        : request instanceof Input.Write && keys.containsKey(request.key());
        if (!behind) {
            return false;
        }
        if (waiting.isEmpty() && inFlight == 0) {
            movedNanos = nowNanos;
        }
        long left = request.deadlineNanos() - nowNanos;
        long way = Math.clamp(left / 10, WAY_NANOS_MIN, WAY_NANOS_MAX);
        waiting.add(new Waiting(request, bytes, request.deadlineNanos() - way));
        if (request instanceof Input.Write) {
            keys.merge(request.key(), 1, Integer::sum);
        }
        return true;
    }

    private boolean fits(int bytes, long nowNanos) {
        boolean hasRoom = inFlight == 0 || inFlight + bytes <= inFlightMax;
        return !isLarge(bytes) || (hasRoom && giveWay.isOver(nowNanos));
    }

    /** A large request is under way from now on. */
    void begun(int bytes, long nowNanos) {
        if (inFlight == 0) {
            movedNanos = nowNanos;
        }
        inFlight += bytes;
    }

    /**
     * One that was under way has its outcome.
     *
     * @param tookNanos since it began
     */
    void ended(int bytes, long tookNanos, long nowNanos) {
        inFlight -= bytes;
        movedNanos = nowNanos;
        giveWay.ended(tookNanos, nowNanos);
    }

    /** Any other request of a client has its outcome. */
    void other(long latencyNanos, long nowNanos) {
        giveWay.other(latencyNanos, nowNanos);
    }

    /** The next request that need not wait any more; null if there is none. */
    @Nullable Waiting next(long nowNanos) {
        Waiting first = waiting.peek();
        if (first == null || !fits(first.bytes(), nowNanos)) {
            return null;
        }
        waiting.remove();
        forget(first);
        return first;
    }

    /** Takes out those whose time is over. */
    List<Input.Request> late(long nowNanos) {
        List<Input.Request> late = new ArrayList<>();
        for (Iterator<Waiting> all = waiting.iterator(); all.hasNext(); ) {
            Waiting one = all.next();
            if (nowNanos - one.endNanos() >= 0) {
                all.remove();
                forget(one);
                late.add(one.request());
            }
        }
        return late;
    }

    private void forget(Waiting one) {
        if (one.request() instanceof Input.Write) {
            keys.computeIfPresent(
                    one.request().key(), (key, count) -> count == 1 ? null : count - 1);
        }
    }

    void clear() {
        waiting.clear();
        keys.clear();
    }

    /** How many wait. */
    int size() {
        return waiting.size();
    }

    /** How long until one of those that wait may begin at the earliest; 0 if that is not known. */
    long restNanos(long nowNanos) {
        return giveWay.leftNanos(nowNanos);
    }

    /** The tokens of those that wait and whose turn will come; none if nothing moves. */
    List<Long> patient(long nowNanos) {
        return nowNanos - movedNanos > STUCK_NANOS
                ? List.of()
                : waiting.stream().map(one -> (Long) one.request().token()).toList();
    }
}
