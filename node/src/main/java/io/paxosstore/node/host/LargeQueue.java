package io.paxosstore.node.host;

import io.paxosstore.core.Input;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The clients' requests that move much: few of them are under way at once, the others wait here for
 * their turn. Links, disks and loops serve in the order of arrival, so whatever comes behind large
 * requests, however short, waits until all of them are through; a bound of their bytes, and rests
 * between them when the others become slow, bound that time.
 *
 * <p>Writes of one key keep their order: a small write that comes behind a large one of its key
 * follows that one, and begins with it or when it is given up. It waits for no other. On the
 * shard's loop only.
 */
final class LargeQueue {
    /** How often {@link #late} is asked at least. */
    static final long LOOK_NANOS = Evaluations.SIGN_NANOS;

    /** How much of its time a request that has waited is left for the answer to come back. */
    private static final long WAY_NANOS_MIN = LOOK_NANOS + TimeUnit.MILLISECONDS.toNanos(10);

    private static final long WAY_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(200);

    /** Without an end for so long, those under way are stuck, and nobody is told to be patient. */
    private static final long STUCK_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    /** So many get a sign at once: giving signs must not become the loop's work. */
    static final int SIGNS_MAX = 1000;

    private final long largeBytes;
    private final long inFlightMax;
    private final GiveWay giveWay;

    /** The large ones, in the order in which they came. */
    private final ArrayDeque<Waiting> large = new ArrayDeque<>();

    /** The large writes among them, by key. */
    private final Map<EntityKey, ArrayDeque<Waiting>> writes = new HashMap<>();

    /** Those for whom nothing has to be waited any more. */
    private final ArrayDeque<Waiting> free = new ArrayDeque<>();

    private int size;
    private long inFlight;
    private long movedNanos;

    /**
     * A request that waits.
     *
     * @param bytes what it moves
     * @param endNanos when it has waited too long
     * @param followers the small writes of its key that came behind it
     */
    record Waiting(
            Input.Request request, int bytes, long endNanos, ArrayDeque<Waiting> followers) {}

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
        ArrayDeque<Waiting> before =
                request instanceof Input.Write ? writes.get(request.key()) : null;
        if (isLarge(bytes)) {
            if (large.isEmpty() && fits(bytes, nowNanos)) {
                return false;
            }
            add(waiting(request, bytes, nowNanos));
        } else if (before != null) {
            before.getLast().followers().add(waiting(request, bytes, nowNanos));
        } else {
            return false;
        }
        size++;
        return true;
    }

    private void add(Waiting one) {
        large.add(one);
        if (one.request() instanceof Input.Write write) {
            writes.computeIfAbsent(write.key(), _ -> new ArrayDeque<>()).add(one);
        }
    }

    private Waiting waiting(Input.Request request, int bytes, long nowNanos) {
        if (size == 0 && inFlight == 0) {
            movedNanos = nowNanos;
        }
        long left = request.deadlineNanos() - nowNanos;
        long way = Math.clamp(left / 10, WAY_NANOS_MIN, WAY_NANOS_MAX);
        return new Waiting(request, bytes, request.deadlineNanos() - way, new ArrayDeque<>(0));
    }

    private boolean fits(int bytes, long nowNanos) {
        return (inFlight == 0 || inFlight + bytes <= inFlightMax) && giveWay.isOver(nowNanos);
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
     * @param isDone whether it was done; what ends in vain does not say that anything moves
     */
    void ended(int bytes, long tookNanos, boolean isDone, long nowNanos) {
        inFlight -= bytes;
        if (isDone) {
            movedNanos = nowNanos;
        }
        giveWay.ended(tookNanos, nowNanos);
    }

    /** Any other request of a client, one that did not wait here, has its outcome. */
    void other(long latencyNanos, long nowNanos) {
        giveWay.other(latencyNanos, nowNanos);
    }

    /** The next request that need not wait any more; null if there is none. */
    @Nullable Waiting next(long nowNanos) {
        Waiting next = free.poll();
        if (next == null) {
            Waiting first = large.peek();
            if (first == null || !fits(first.bytes(), nowNanos)) {
                return null;
            }
            next = large.remove();
            if (next.request() instanceof Input.Write) {
                forgetFirst(next.request().key());
                free.addAll(next.followers());
            }
        }
        size--;
        return next;
    }

    private void forgetFirst(EntityKey key) {
        ArrayDeque<Waiting> ofKey = writes.get(key);
        if (ofKey != null) {
            ofKey.remove();
            if (ofKey.isEmpty()) {
                writes.remove(key);
            }
        }
    }

    /**
     * Takes out those whose time is over. Who follows one of them follows the large write of the
     * key before it from now on, or is free if there is none.
     */
    List<Input.Request> late(long nowNanos) {
        List<Input.Request> late = new ArrayList<>();
        List<Waiting> all = List.copyOf(large);
        large.clear();
        writes.clear();
        for (Waiting one : all) {
            one.followers().removeIf(follower -> isLate(follower, nowNanos, late));
            if (isLate(one, nowNanos, late)) {
                ArrayDeque<Waiting> before = writes.get(one.request().key());
                (before == null ? free : before.getLast().followers()).addAll(one.followers());
            } else {
                add(one);
            }
        }
        size -= late.size();
        return late;
    }

    private static boolean isLate(Waiting one, long nowNanos, List<Input.Request> late) {
        boolean isLate = nowNanos - one.endNanos() >= 0;
        if (isLate) {
            late.add(one.request());
        }
        return isLate;
    }

    void clear() {
        large.clear();
        writes.clear();
        free.clear();
        size = 0;
    }

    /** How many wait. */
    int size() {
        return size;
    }

    /** How long until one of those that wait may begin at the earliest; 0 if that is not known. */
    long restNanos(long nowNanos) {
        return giveWay.leftNanos(nowNanos);
    }

    /**
     * The tokens of those that wait and whose turn will come, at most {@value #SIGNS_MAX}, the
     * large ones first; none if nothing moves.
     */
    List<Long> patient(long nowNanos) {
        if (nowNanos - movedNanos > STUCK_NANOS) {
            return List.of();
        }
        Stream<Waiting> followers = large.stream().flatMap(one -> one.followers().stream());
        return Stream.concat(large.stream(), followers)
                .limit(SIGNS_MAX)
                .map(one -> (Long) one.request().token())
                .toList();
    }
}
