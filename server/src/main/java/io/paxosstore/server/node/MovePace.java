package io.paxosstore.server.node;

import io.paxosstore.node.topology.Progress;
import io.paxosstore.node.topology.TopologyFollower;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How fast slots move: keeps the topology as it was one to two minutes ago, or when the present
 * plan was first seen. Thread-safe.
 */
final class MovePace implements TopologyFollower {
    private static final long KEEP_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** After this time there is something to go by. */
    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final Supplier<@Nullable MovePlan> plan;
    private final LongSupplier nanoTime;
    private volatile @Nullable Looks looks;

    /** How the topology was at some time. */
    private record Look(Topology topology, MovePlan plan, long nanos) {}

    private record Looks(Look older, Look newer) {}

    /**
     * @param plan the newest one; null before there is one
     */
    MovePace(Supplier<@Nullable MovePlan> plan, LongSupplier nanoTime) {
        this.plan = plan;
        this.nanoTime = nanoTime;
    }

    @Override
    public void changed(Topology topology) {
        MovePlan present = plan.get();
        if (present == null) {
            return;
        }
        Look look = new Look(topology, present, nanoTime.getAsLong());
        Looks before = looks;
        if (before == null || before.newer().plan().version() != present.version()) {
            looks = new Looks(look, look);
        } else if (look.nanos() - before.newer().nanos() > KEEP_NANOS) {
            looks = new Looks(before.newer(), look);
        }
    }

    /** How many milliseconds the rest of the plan takes at this pace; empty if nobody knows. */
    OptionalLong remainingMillis(Topology topology, MovePlan present) {
        Looks before = looks;
        if (before == null) {
            return OptionalLong.empty();
        }
        Look older = before.older();
        if (nanoTime.getAsLong() - older.nanos() < KNOWN_NANOS) {
            return OptionalLong.empty(); // the first slots say little
        }
        OptionalLong nanos =
                Progress.of(topology, present)
                        .remainingNanos(
                                Progress.of(older.topology(), older.plan()),
                                nanoTime.getAsLong() - older.nanos());
        return nanos.isEmpty()
                ? nanos
                : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong()));
    }
}
