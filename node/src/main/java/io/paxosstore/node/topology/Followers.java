package io.paxosstore.node.topology;

import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.protocol.topology.Topology;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Tells those who follow the topology what it is: of many changes that come at once, the last one,
 * since each looks at all that it is told. On the topology's loop, but for what says otherwise.
 */
final class Followers {
    private final LoopScheduler loop;
    private final RateLimitedLog log;
    private final Supplier<@Nullable Topology> current;
    private final long againNanos;
    private final Set<TopologyFollower> followers = new LinkedHashSet<>();
    private boolean willTell;
    private volatile boolean haveAll = true;

    /**
     * @param current the topology now, if it is known
     * @param againNanos one that has failed to take it in is told again after this
     */
    Followers(
            LoopScheduler loop,
            RateLimitedLog log,
            Supplier<@Nullable Topology> current,
            long againNanos) {
        this.loop = loop;
        this.log = log;
        this.current = current;
        this.againNanos = againNanos;
    }

    /** One more, who is told at once what there is. */
    void add(TopologyFollower follower) {
        followers.add(follower);
        Topology now = current.get();
        if (now != null) {
            follower.changed(now);
        }
    }

    /** One less. */
    void remove(TopologyFollower follower) {
        followers.remove(follower);
    }

    /** Whether all have taken in what the topology is now; from any thread. */
    boolean haveAll() {
        return haveAll;
    }

    /** The topology has changed. */
    void tellSoon() {
        haveAll = false;
        if (!willTell) {
            willTell = true;
            loop.execute(this::tell);
        }
    }

    private void tell() {
        willTell = false;
        Topology now = current.get();
        boolean haveTaken = true;
        if (now != null) {
            for (TopologyFollower follower : followers) {
                haveTaken &= hasTaken(follower, now);
            }
        }
        haveAll = haveTaken && !willTell;
        if (!haveTaken && !willTell) {
            willTell = true;
            loop.schedule(this::tell, againNanos);
        }
    }

    /** One that fails must not keep it from the others. */
    private boolean hasTaken(TopologyFollower follower, Topology now) {
        try {
            follower.changed(now);
            return true;
        } catch (RuntimeException e) {
            log.warn("follower", "The topology was not taken in, and is told again soon: " + e);
            return false;
        }
    }
}
