package io.paxosstore.node.host;

import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What stands out among the requests of clients to one shard: entities that are asked for most, and
 * requests that took longest, of the last whole minute and of the present one. On the shard's loop
 * only.
 */
public final class Standouts {
    /** How long requests are gathered before those of the minute before are forgotten. */
    static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How many of each are told. */
    static final int TOLD = 32;

    /**
     * An entity or a key that is asked for often.
     *
     * @param requests about how many requests there were: counted from a sample
     * @param surplus by how many that may be too much, beside what the sampling brings
     */
    public record Hot(EntityKey key, long requests, long surplus) {}

    /**
     * A request that took long.
     *
     * @param wallMillis when it ended
     * @param nanos from its arrival at the shard to its outcome
     * @param isDone whether it was done; else it was refused, was too late, or nobody knows
     */
    public record Slow(
            EntityKey key,
            Operation operation,
            RequestModel model,
            long wallMillis,
            long nanos,
            boolean isDone) {}

    /**
     * What stands out now. Immutable.
     *
     * @param hot the most asked for, the hottest first
     * @param seconds in how long that was
     * @param slow the slowest of the present minute and of the one before, the slowest first
     */
    public record Picture(List<Hot> hot, double seconds, List<Slow> slow) {}

    private static final class Window {
        private final HotEntities hot = new HotEntities();
        private final SlowRequests slow = new SlowRequests();
        private final long begunNanos;

        Window(long begunNanos) {
            this.begunNanos = begunNanos;
        }
    }

    private Window before;
    private Window present;

    /** Begins now. */
    Standouts(long nowNanos) {
        this.before = new Window(nowNanos);
        this.present = before;
    }

    /** A request of a client was taken. */
    void asked(EntityKey key, long nowNanos) {
        turn(nowNanos);
        present.hot.asked(key);
    }

    /** A request of a client has ended. */
    void ended(
            EntityKey key,
            Operation operation,
            RequestModel model,
            long wallMillis,
            long nanos,
            Outcome outcome) {
        if (present.slow.isSlow(nanos)) {
            boolean isDone =
                    !(outcome instanceof Outcome.NotDone || outcome instanceof Outcome.Unknown);
            present.slow.add(new Slow(key, operation, model, wallMillis, nanos, isDone));
        }
    }

    private void turn(long nowNanos) {
        long age = nowNanos - present.begunNanos;
        if (age >= WINDOW_NANOS) {
            // After a long silence what was asked for before it is not of the last minute.
            before = age < 2 * WINDOW_NANOS ? present : new Window(nowNanos - WINDOW_NANOS);
            present = new Window(nowNanos);
        }
    }

    /** What stands out now: hot is what was asked for in the last whole minute, if there is one. */
    public Picture picture(long nowNanos) {
        turn(nowNanos);
        boolean isFirst = before == present;
        List<Slow> slow = new ArrayList<>(present.slow.all());
        if (!isFirst) {
            slow.addAll(before.slow.all());
            slow.sort(SlowRequests.SLOWEST_FIRST);
        }
        long nanos = (isFirst ? nowNanos : present.begunNanos) - before.begunNanos;
        return new Picture(
                before.hot.top(TOLD),
                nanos / (double) TimeUnit.SECONDS.toNanos(1),
                List.copyOf(slow.subList(0, Math.min(TOLD, slow.size()))));
    }
}
